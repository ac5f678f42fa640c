"""The program that a worker process runs: reads tasks from its input and writes their results to its output.

It gets its limit of memory, in bytes, as its argument.  It is a process of its own so that input made to exhaust or
to attack a reader meets these limits, and not the process in which tables are.
"""

from __future__ import annotations

import contextlib
import os
import sys
from importlib import import_module

import msgspec

from fatetable.adapters.workers.messages import Result, Task, read, write

NICENESS = 10
"""Tables come first."""


def limit_resources(memory_bytes: int) -> None:
    # Only Unix has these; on other systems the time limit of the parent has to do.
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))


def limit_processor_time(seconds: int) -> None:
    """From now on; the system ends the process when it is over."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, most))


def carry_out(task: Task) -> Result:
    limit_processor_time(task.cpu_seconds)
    try:
        return Result("done", getattr(import_module(task.module), task.function)(task.argument))
    except MemoryError:
        return Result("out-of-memory")
    except Exception:
        # Its message may quote what people wrote, so it goes nowhere.
        return Result("failed")


def main() -> int:
    limit_resources(int(sys.argv[1]))
    # A library that prints something must not end up between two results.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while (message := read(sys.stdin.buffer)) is not None:
        result = carry_out(msgspec.msgpack.decode(message, type=Task))
        write(output, result)
        if result.kind != "done":
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
