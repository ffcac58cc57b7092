"""Prints every skipped test of the build's reports and fails if there is one, or if no test ran at all.

The TCK skips what a rule makes optional; tck-tests asserts that list itself, so it is shown and not counted here.
"""

import glob
import sys
import xml.etree.ElementTree as ElementTree

ran, skipped, listed = 0, [], []
for path in sorted(glob.glob("**/target/surefire-reports/TEST-*.xml", recursive=True)):
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        skip = case.find("skipped")
        if skip is None:
            ran += 1
            continue
        reason = (skip.get("message") or skip.text or "no reason given").strip().splitlines()[0]
        line = f"{case.get('classname')}.{case.get('name')}: {reason}"
        (listed if path.startswith("tck-tests/") else skipped).append(line)

for line in listed:
    print(f"ci: skipped by the TCK: {line}")
for line in skipped:
    print(f"ci: SKIPPED: {line}")
print(f"ci: {ran} tests ran, {len(listed)} skipped by the TCK, {len(skipped)} skipped otherwise")
if ran == 0:
    sys.exit("ci: no test ran")
if skipped:
    sys.exit("ci: tests were skipped; on this machine each must run")
