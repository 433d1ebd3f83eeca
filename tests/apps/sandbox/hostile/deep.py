# A recursion without end, which Python itself ends.
def deeper(n):
    return deeper(n + 1)


print(deeper(0))
