# Half a megabyte of NULs, broken UTF-8 and terminal control.
import os

data = b"\0\xff\xfe\x1b[2J\x1b]0;x\x07\r\xe2\x80\xae 1 2 3\n" * 20000
while data:
    data = data[os.write(1, data) :]
