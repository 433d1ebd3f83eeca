# Costs no processor time, and never ends.
import time

while True:
    time.sleep(1000)
