from logs import log, audit
import logs


def work(n):
    log.info(f"work {n}")
    if n > 1:
        audit.warn("large")
    return n


def finish():
    logs.log.flush()
    return logs.audit.lines


work(1)
work(2)
print(finish())
