"""The same in a thread of Python."""

import threading
import time


def work() -> None:
    while time.process_time() < 0.45:
        pass


threading.Thread(target=work).start()
