# SPDX-License-Identifier: GPL-2.0-only
"""The kernel's KTAP: one merged stream out of one or more guests, and the sum."""
import re

RUNNING = re.compile(r"#> (\d+) (\S+)$")
VERDICT = re.compile(r"(ok|not ok) (\d+) (\S+)(?: # (\w+)(?: .*)?)?$")
TOTALS = re.compile(r"(\d+) passed, (\d+) failed, (\d+) skipped$")
PLAN = re.compile(r"1\.\.(\d+)$")


def shifted(text, part, stream):
    """A console line of an image that has only a part of the run's tests, with the numbers that they have in the run."""
    if not part.count:
        return text
    found = PLAN.match(text)
    if found:
        if int(found[1]) != part.count:
            stream.problems.append(f"the guest's plan is {text}, but {part.elf} holds {part.count} of the tests selected")
        return f"1..{stream.plan}"
    found = RUNNING.match(text) or VERDICT.match(text)
    if not found or not part.offset:
        return text
    at = 1 if text.startswith("#") else 2
    return text[:found.start(at)] + str(int(found[at]) + part.offset) + text[found.end(at):]


class Stream:
    """Takes the console lines of guests one after the other; gives the lines to print."""

    def __init__(self, start=1, plan=None):
        self.plan = plan            # last test's number, None: the guest says it
        self.planned = False        # the plan's line was printed
        self.verdicts = {}          # number -> "passed", "failed", "skipped"
        self.problems = []          # what is wrong with the stream itself
        self.bailed = False
        self.first = start
        self.begin_guest()

    def begin_guest(self):
        """A new guest: what is said of the guest before is forgotten, what was said by it is not."""
        self.running = None         # (number, name) of the test in progress
        self.totals = None          # the guest's own last line
        self.own = {"passed": 0, "failed": 0, "skipped": 0}

    def line(self, text):
        """One console line. Returns what to print of it, or None."""
        found = RUNNING.match(text)
        if found:
            self.running = (int(found[1]), found[2])
            return text
        found = PLAN.match(text)
        if found:
            again, self.plan = self.plan, int(found[1])
            if again not in (None, self.plan):
                self.problems.append(f"the plan changed from 1..{again} to {text}")
            first, self.planned = not self.planned, True
            return text if first else None
        if text.startswith("KTAP version"):
            return text if not self.planned and not self.verdicts else None
        found = VERDICT.match(text)
        if found:
            return self._verdict(text, found)
        found = TOTALS.match(text)
        if found:
            if self.totals:
                self.problems.append("the guest has two last lines")
            self.totals = tuple(int(n) for n in found.groups())
            return None
        if text.startswith("Bail out!"):
            self.bailed = True
        return text

    def _verdict(self, text, found):
        number, name, directive = int(found[2]), found[3], found[4] or ""
        if found[1] == "ok" and directive == "TODO":
            self.problems.append(f"test {number} passes, but a failure was expected")
            kind = "failed"
        elif found[1] == "ok":
            kind = "skipped" if directive == "SKIP" else "passed"
        else:
            kind = "skipped" if directive == "TODO" else "failed"
        if number in self.verdicts:
            self.problems.append(f"test {number} has two verdicts")
        elif self.running != (number, name):
            announced = "{} {}".format(*self.running) if self.running else "none"
            self.problems.append(f"a verdict on test {number} {name}, while the test announced was {announced}")
        if self.plan is not None and not self.first <= number <= self.plan:
            self.problems.append(f"test {number} is outside the plan, {self.first}..{self.plan}")
        self.verdicts[number] = kind
        self.own[kind] += 1
        self.running = None
        return text

    def lost(self, why):
        """The guest is gone before it was done. Returns the line that says so: a verdict on the test that was running, else
        a remark, and then the fault is the run's, which is no longer good whatever the tests say."""
        if not self.running:
            self.problems.append("a guest was lost outside any test")
            return f"# the guest was lost outside any test: {why}"
        number, name = self.running
        self.verdicts[number] = "failed"
        self.running = None
        return f"not ok {number} {name} # LOST {why}"

    def next_test(self):
        """The number with which the next guest has to begin."""
        return max(self.verdicts, default=self.first - 1) + 1

    def finished(self):
        return self.plan is not None and self.next_test() > self.plan

    def end(self, all_ran=True):
        """Problems of the stream as a whole, and the last line."""
        counts = {"passed": 0, "failed": 0, "skipped": 0}
        for kind in self.verdicts.values():
            counts[kind] += 1
        problems = list(self.problems)
        if not self.planned and not self.bailed:
            problems.append("no plan was seen")
        elif self.planned and all_ran:
            missing = [n for n in range(self.first, self.plan + 1) if n not in self.verdicts]
            if missing:
                problems.append(f"{len(missing)} of {self.plan} tests have no verdict, the first is {missing[0]}")
        if not self.verdicts and not self.bailed:
            problems.append("no test ran")
        if self.bailed and not counts["failed"]:
            counts["failed"] += 1
        if problems and not counts["failed"]:
            counts["failed"] += 1
        return problems, counts, "{passed} passed, {failed} failed, {skipped} skipped".format(**counts)

    def guest_lied(self):
        """Hold the guest's own last line against its verdicts. A line of text, or None."""
        own = (self.own["passed"], self.own["failed"], self.own["skipped"])
        if self.totals and self.totals != own and not self.bailed:
            return "the guest says {} passed, {} failed, {} skipped".format(*self.totals) + \
                   "; its verdicts say {}, {}, {}".format(*own)
        return None
