# Programs for the jython stand-in, in Python 2.7. Each test takes the number of the round, and
# returns what is printed. The tests also run modules of the standard library from Jython's jar.

import bisect
import difflib
import heapq
import json
import re
import string
import textwrap
import tokenize
from collections import defaultdict, deque
from HTMLParser import HTMLParser
from StringIO import StringIO


def numbers(seed):
    state = seed
    while True:
        state = (state * 1103515245 + 12345) % 2147483648
        yield state // 65536


class Record(object):
    def __init__(self, number, name, link=None):
        self.number = number
        self.name = name
        self.link = link

    def copy(self):
        return Record(self.number, self.name, self.link)

    def __cmp__(self, other):
        return cmp((self.number, self.name), (other.number, other.name))


def records(seed):
    source = numbers(seed)
    made = [Record(source.next() % 1000, "r%d" % i) for i in range(300)]
    for i, record in enumerate(made):
        record.link = made[(i * 7 + record.number) % len(made)]
    made.sort()
    walked = made[0]
    total = 0
    for _ in range(1000):
        total += walked.number
        walked = walked.link.copy()
    return total, made[10].name, made[-1].name


class Task(object):
    def __init__(self, name, priority, work):
        self.name = name
        self.priority = priority
        self.work = work
        self.inbox = deque()
        self.done = 0

    def step(self, scheduler):
        while self.inbox and self.work > 0:
            packet = self.inbox.popleft()
            self.work -= 1
            self.done += packet
            scheduler.send((self.priority + packet) % len(scheduler.tasks), packet // 2 + 1)


class Scheduler(object):
    def __init__(self, count, source):
        self.tasks = [Task("t%d" % i, i, 150) for i in range(count)]
        self.queue = []
        for task in self.tasks:
            task.inbox.append(source.next() % 97)
            heapq.heappush(self.queue, (task.priority, task.name, task))

    def send(self, target, packet):
        task = self.tasks[target]
        task.inbox.append(packet)
        heapq.heappush(self.queue, (task.priority, task.name, task))

    def run(self):
        while self.queue:
            heapq.heappop(self.queue)[2].step(self)
        return [task.done for task in self.tasks]


def scheduling(seed):
    return Scheduler(6, numbers(seed)).run()


def sieve(seed):
    limit = 6000 + seed % 100
    flags = [True] * limit
    for i in range(2, limit):
        if flags[i]:
            for j in range(i * i, limit, i):
                flags[j] = False
    primes = [i for i in range(2, limit) if flags[i]]
    return len(primes), sum(primes), bisect.bisect(primes, limit // 2)


def queens(seed):
    size = 6

    def place(row, columns, rising, falling):
        if row == size:
            return 1
        found = 0
        for column in range(size):
            if column not in columns and row + column not in rising and row - column not in falling:
                found += place(row + 1, columns | set([column]), rising | set([row + column]),
                               falling | set([row - column]))
        return found

    return place(0, frozenset([seed % size]) - frozenset([seed % size]), frozenset(), frozenset())


def words(seed):
    source = numbers(seed)
    text = []
    for _ in range(700):
        text.append("".join(string.ascii_lowercase[source.next() % 26] for _ in range(source.next() % 6 + 1)))
    count = defaultdict(int)
    for word in text:
        count[word[:2]] += 1
    common = sorted(count.items(), key=lambda item: (-item[1], item[0]))[:10]
    wrapped = textwrap.wrap(" ".join(text), 60)
    return common, len(wrapped), wrapped[3]


def expressions(seed):
    source = numbers(seed)
    text = " ".join("%s=%d;" % ("abcdef"[source.next() % 6] * (source.next() % 3 + 1), source.next()) for _ in range(300))
    found = re.findall(r"\b([a-f])\1*=(\d+);", text)
    changed, count = re.subn(r"(\w+)=(\d{3})\d*", lambda match: match.group(2) + ":" + match.group(1).upper(), text)
    return len(found), count, changed[:60], len(re.split(r"[;= ]+", text))


class Outline(HTMLParser):
    def __init__(self):
        HTMLParser.__init__(self)
        self.depth = 0
        self.lines = []

    def handle_starttag(self, tag, attributes):
        self.lines.append("%s%s %s" % (" " * self.depth, tag, sorted(attributes)))
        self.depth += 1

    def handle_endtag(self, tag):
        self.depth -= 1

    def handle_data(self, data):
        if data.strip():
            self.lines.append("%s%r" % (" " * self.depth, data.strip()))


def markup(seed):
    source = numbers(seed)
    rows = ["<tr class='c%d'><td>%d</td><td><b>%d</b> &amp; more</td></tr>"
            % (source.next() % 3, source.next(), source.next()) for _ in range(40)]
    outline = Outline()
    outline.feed("<html><body><table>" + "\n".join(rows) + "</table></body></html>")
    return len(outline.lines), outline.lines[-1], outline.depth


def structures(seed):
    source = numbers(seed)
    value = {"rows": [{"id": i, "value": source.next() / 7.0, "tags": ["t%d" % (source.next() % 5)] * (i % 4)}
                      for i in range(60)], "none": None, "yes": True}
    text = json.dumps(value, sort_keys=True)
    back = json.loads(text)
    return len(text), back == value, back["rows"][7]["id"]


def differences(seed):
    source = numbers(seed)
    old = ["line %d" % (source.next() % 40) for _ in range(60)]
    new = [line for line in old if source.next() % 8] + ["added %d" % seed]
    changes = list(difflib.unified_diff(old, new, "old", "new", lineterm=""))
    return len(changes), changes[-1]


PROGRAM = '''
def function_%d(a, b=%d):
    """Adds up."""
    total = 0
    for i in range(a):   # a comment
        if i %% 3 == 0 or i > b:
            total += i ** 2 - 0x1f
        elif not a:
            total -= 1.5e3
    return {"total": total, 'name': "function\\n"}
'''


def tokens(seed):
    text = "".join(PROGRAM % (i, seed + i) for i in range(12))
    kinds = defaultdict(int)
    for kind, _, _, _, _ in tokenize.generate_tokens(StringIO(text).readline):
        kinds[tokenize.tok_name[kind]] += 1
    scope = {}
    exec compile(text, "generated", "exec") in scope
    return sorted(kinds.items()), scope["function_3"](30)["total"]


def exceptions(seed):
    caught = defaultdict(int)
    for i in range(400):
        try:
            if i % 5 == 0:
                {}[i]
            elif i % 5 == 1:
                [][i]
            elif i % 5 == 2:
                int("x%d" % i)
            elif i % 5 == 3:
                raise ValueError(seed)
            else:
                1 // (i % 2)
        except (KeyError, IndexError), error:
            caught[error.__class__.__name__] += 1
        except ValueError:
            caught["value"] += 1
        except ZeroDivisionError:
            caught["zero"] += 1
        finally:
            caught["all"] += 1
    return sorted(caught.items())


def permutations(seed):
    def permute(items):
        if len(items) < 2:
            yield items
        else:
            for i in range(len(items)):
                for rest in permute(items[:i] + items[i + 1:]):
                    yield [items[i]] + rest

    return sum(1 for order in permute(range(5)) if order[0] != seed % 5)


def matrices(seed):
    source = numbers(seed)
    size = 18
    a = [[source.next() % 10 for _ in range(size)] for _ in range(size)]
    b = zip(*[[source.next() % 10 for _ in range(size)] for _ in range(size)])
    product = [[sum(x * y for x, y in zip(row, column)) for column in b] for row in a]
    power = 3 ** 500 % (10 ** 40 + seed)
    return sum(map(sum, product)), power, max(max(row) for row in product)


TESTS = [records, scheduling, sieve, queens, words, expressions, markup, structures, differences,
         tokens, exceptions, permutations, matrices]


def run(rounds):
    for test in TESTS:
        for round in range(rounds):
            print test.__name__, round, test(round + 1)
