"""Problems for which people state the bounds of several approaches, with inputs that bring each to its worst.

The variables that a stated bound may have all grow with the size, so that its class is that of the size alone.
The solutions here are the project's own, each at the problem's bound.
"""

import json
import random
import textwrap
from dataclasses import dataclass, field
from typing import Any

__all__ = ["PROBLEMS", "Stated"]

_MAKERS = """
import json, random, sys

def ints(count, low=-10**6, high=10**6):
    return [random.randint(low, high) for _ in range(count)]

def shuffled(values):
    values = list(values)
    random.shuffle(values)
    return values

def letters(count, alphabet="abcdefghijklmnopqrstuvwxyz"):
    return "".join(random.choices(alphabet, k=count))
"""

_GENERATOR = """
size, seed, variant = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
if not {least} <= size <= {most}:
    sys.exit("not a size of this problem")
random.seed(seed)
print(json.dumps(arguments(size, variant)))
"""


@dataclass(frozen=True, slots=True)
class Stated:
    """A problem with a function, named as where its solutions come from."""

    name: str
    function: str
    parameters: str
    returns: str
    bound: str
    solution: str
    """Body of the function, in Python."""

    inputs: dict[str, str] = field(default_factory=dict)
    """For each variant an expression: the list of arguments for the size ``n``."""

    least: int = 4
    most: int = 10**9
    """The largest size that solutions are written for, such as the depth of their recursion."""

    ordered: bool = True
    """Whether a list that is returned has to be in order."""

    def _names(self) -> dict[str, Any]:
        names: dict[str, Any] = {}
        exec(compile(self._made() + self._solved(), self.name, "exec"), names)  # noqa: S102 - our own text
        return names

    def _made(self) -> str:
        cases = "".join(
            f"    if variant == {variant!r}:\n        return {made}\n"
            for variant, made in self.inputs.items()
        )
        return f"{_MAKERS}\ndef arguments(n, variant):\n{cases}"

    def _solved(self) -> str:
        head = ", ".join(part.split(":")[0] for part in self.parameters.split(", "))
        body = textwrap.indent(textwrap.dedent(self.solution).strip(), "        ")
        return (
            "\nimport bisect\nfrom collections import Counter\n"
            f"class Solution:\n    def {self.function}(self, {head}):\n{body}\n"
        )

    def document(self) -> dict[str, Any]:
        """The problem, as in a file; its tests are small inputs and what the solution says of them."""
        names = self._names()
        tests = []
        for variant in self.inputs:
            for size in {self.least, self.least + 1, self.least + 6}:
                random.seed(size)
                given = names["arguments"](size, variant)
                copied = json.loads(json.dumps(given))
                answer = getattr(names["Solution"](), self.function)(*copied)
                tests.append({"case_id": f"{variant}-{size}", "input": given, "output": answer})
        return {
            "problem_id": f"stated-{self.name}",
            "interface": {
                "type": "function",
                "class_name": "Solution",
                "entry_point": self.function,
                "parameters": [
                    dict(zip(("name", "type"), part.split(": "), strict=True))
                    for part in self.parameters.split(", ")
                ],
                "returns": self.returns,
            },
            "tests": tests,
            "checker": {"type": "values", "ordered": self.ordered},
            "reference": {
                "bound": self.bound,
                "variables": {"n": "size of the input"},
                "solution": {"language": "python", "source": self._solved()},
                "generator": {
                    "language": "python",
                    "source": self._made() + _GENERATOR.format(least=self.least, most=self.most),
                    "variants": list(self.inputs),
                },
            },
        }


LIST = "List[int]"
_DEEP = 900
"""Where solutions recur once for each element."""

PROBLEMS = (
    Stated(
        "contains-duplicate",
        "hasDuplicate",
        "nums: List[int]",
        "bool",
        "O(n)",
        "return len(set(nums)) < len(nums)",
        {"distinct": "[random.sample(range(10**9), n)]"},
    ),
    Stated(
        "best-time-to-buy-and-sell-stock",
        "maxProfit",
        "prices: List[int]",
        "int",
        "O(n)",
        """
        best, low = 0, prices[0]
        for price in prices:
            low = min(low, price)
            best = max(best, price - low)
        return best
        """,
        {"random": "[ints(n, 0, 10**4)]"},
    ),
    Stated(
        "best-time-to-buy-and-sell-stock-ii",
        "maxProfit",
        "prices: List[int]",
        "int",
        "O(n)",
        "return sum(max(0, b - a) for a, b in zip(prices, prices[1:]))",
        {"random": "[ints(n, 0, 10**4)]"},
        most=_DEEP,
    ),
    Stated(
        "candy",
        "candy",
        "ratings: List[int]",
        "int",
        "O(n)",
        """
        given = [1] * len(ratings)
        for i in range(1, len(ratings)):
            if ratings[i] > ratings[i - 1]:
                given[i] = given[i - 1] + 1
        for i in range(len(ratings) - 2, -1, -1):
            if ratings[i] > ratings[i + 1]:
                given[i] = max(given[i], given[i + 1] + 1)
        return sum(given)
        """,
        {
            "random": "[ints(n, 0, n)]",
            "rising": "[list(range(n))]",
            "falling": "[list(range(n, 0, -1))]",
        },
    ),
    Stated(
        "132-pattern",
        "find132pattern",
        "nums: List[int]",
        "bool",
        "O(n)",
        """
        stack, middle = [], -10**10
        for value in reversed(nums):
            if value < middle:
                return True
            while stack and stack[-1] < value:
                middle = stack.pop()
            stack.append(value)
        return False
        """,
        {"rising": "[list(range(n))]", "falling": "[list(range(n, 0, -1))]"},
    ),
    Stated(
        "daily-temperatures",
        "dailyTemperatures",
        "temperatures: List[int]",
        LIST,
        "O(n)",
        """
        waits, stack = [0] * len(temperatures), []
        for day, warmth in enumerate(temperatures):
            while stack and temperatures[stack[-1]] < warmth:
                earlier = stack.pop()
                waits[earlier] = day - earlier
            stack.append(day)
        return waits
        """,
        {"random": "[ints(n, 30, 100)]", "equal": "[[50] * n]"},
    ),
    Stated(
        "largest-rectangle-in-histogram",
        "largestRectangleArea",
        "heights: List[int]",
        "int",
        "O(n)",
        """
        best, stack = 0, []
        for place, height in enumerate([*heights, 0]):
            start = place
            while stack and stack[-1][1] >= height:
                start, tall = stack.pop()
                best = max(best, tall * (place - start))
            stack.append((start, height))
        return best
        """,
        {"random": "[ints(n, 0, 10**4)]", "equal": "[[7] * n]", "rising": "[list(range(n))]"},
    ),
    Stated(
        "container-with-most-water",
        "maxArea",
        "heights: List[int]",
        "int",
        "O(n)",
        """
        low, high, best = 0, len(heights) - 1, 0
        while low < high:
            best = max(best, (high - low) * min(heights[low], heights[high]))
            if heights[low] < heights[high]:
                low += 1
            else:
                high -= 1
        return best
        """,
        {"random": "[ints(n, 0, 1000)]"},
    ),
    Stated(
        "trapping-rain-water",
        "trap",
        "height: List[int]",
        "int",
        "O(n)",
        """
        low, high = 0, len(height) - 1
        left = right = total = 0
        while low <= high:
            if left <= right:
                left = max(left, height[low])
                total += left - height[low]
                low += 1
            else:
                right = max(right, height[high])
                total += right - height[high]
                high -= 1
        return total
        """,
        {"random": "[ints(n, 0, 1000)]", "rising": "[list(range(n))]"},
    ),
    Stated(
        "maximum-subarray",
        "maxSubArray",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        best = here = nums[0]
        for value in nums[1:]:
            here = max(value, here + value)
            best = max(best, here)
        return best
        """,
        {"random": "[ints(n, -1000, 1000)]"},
        most=_DEEP,
    ),
    Stated(
        "maximum-product-subarray",
        "maxProduct",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        best = low = high = nums[0]
        for value in nums[1:]:
            low, high = sorted((low * value, high * value, value))[::2]
            best = max(best, high)
        return best
        """,
        {"random": "[random.choices([-1, 1], k=n)]"},
    ),
    Stated(
        "longest-consecutive-sequence",
        "longestConsecutive",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        known, best = set(nums), 0
        for value in known:
            if value - 1 not in known:
                end = value
                while end in known:
                    end += 1
                best = max(best, end - value)
        return best
        """,
        {"consecutive": "[shuffled(range(n))]", "sparse": "[random.sample(range(10**9), n)]"},
    ),
    Stated(
        "majority-element",
        "majorityElement",
        "nums: List[int]",
        "int",
        "O(n)",
        "return Counter(nums).most_common(1)[0][0]",
        {
            "last": "[list(range(2, n - n // 2 + 1)) + [1] * (n // 2 + 1)]",
            "mixed": "[shuffled(list(range(2, n - n // 2 + 1)) + [1] * (n // 2 + 1))]",
        },
    ),
    Stated(
        "majority-element-ii",
        "majorityElement",
        "nums: List[int]",
        LIST,
        "O(n)",
        "return [value for value, count in Counter(nums).items() if count > len(nums) // 3]",
        {"distinct": "[random.sample(range(10**9), n)]"},
        ordered=False,
    ),
    Stated(
        "missing-number",
        "missingNumber",
        "nums: List[int]",
        "int",
        "O(n)",
        "return len(nums) * (len(nums) + 1) // 2 - sum(nums)",
        {"mixed": "[[x for x in shuffled(range(n + 1)) if x != n // 3]]"},
    ),
    Stated(
        "find-the-duplicate-number",
        "findDuplicate",
        "nums: List[int]",
        "int",
        "O(n)",
        "return next(value for value, count in Counter(nums).items() if count > 1)",
        {"last": "[[*range(1, n), n - 1]]", "cycle": "[[*range(1, n), 1]]"},
    ),
    Stated(
        "single-number",
        "singleNumber",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        found = 0
        for value in nums:
            found ^= value
        return found
        """,
        {
            "mixed": "[shuffled([x for x in range(n // 2) for _ in range(2)] + [n])]",
            "last": "[shuffled([x for x in range(n // 2) for _ in range(2)]) + [n]]",
        },
    ),
    Stated(
        "counting-bits",
        "countBits",
        "n: int",
        LIST,
        "O(n)",
        """
        counts = [0] * (n + 1)
        for value in range(1, n + 1):
            counts[value] = counts[value >> 1] + (value & 1)
        return counts
        """,
        {"number": "[n]"},
    ),
    Stated(
        "find-minimum-in-rotated-sorted-array",
        "findMin",
        "nums: List[int]",
        "int",
        "O(log n)",
        """
        low, high = 0, len(nums) - 1
        while low < high:
            middle = (low + high) // 2
            if nums[middle] > nums[high]:
                low = middle + 1
            else:
                high = middle
        return nums[low]
        """,
        {"rotated": "[list(range(n // 3, n)) + list(range(n // 3))]"},
    ),
    Stated(
        "search-in-rotated-sorted-array",
        "search",
        "nums: List[int], target: int",
        "int",
        "O(log n)",
        """
        shift = bisect.bisect_left(range(len(nums)), True, key=lambda i: nums[i] <= nums[-1])
        place = bisect.bisect_left(range(len(nums)), target, key=lambda i: nums[(i + shift) % len(nums)])
        found = (place + shift) % len(nums)
        return found if nums[found] == target else -1
        """,
        {"rotated": "[list(range(n // 3, n)) + list(range(n // 3)), n // 3 - 1]"},
    ),
    Stated(
        "search-insert-position",
        "searchInsert",
        "nums: List[int], target: int",
        "int",
        "O(log n)",
        "return bisect.bisect_left(nums, target)",
        {"late": "[list(range(0, 2 * n, 2)), 2 * n - 5]"},
    ),
    Stated(
        "single-element-in-a-sorted-array",
        "singleNonDuplicate",
        "nums: List[int]",
        "int",
        "O(log n)",
        """
        low, high = 0, len(nums) // 2
        while low < high:
            middle = (low + high) // 2
            if nums[2 * middle] == nums[2 * middle + 1]:
                low = middle + 1
            else:
                high = middle
        return nums[2 * low]
        """,
        {"late": "[sorted([x for x in range(n) for _ in range(2) if x != n - 2] + [n - 2])]"},
    ),
    Stated(
        "find-peak-element",
        "findPeakElement",
        "nums: List[int]",
        "int",
        "O(log n)",
        """
        low, high = 0, len(nums) - 1
        while low < high:
            middle = (low + high) // 2
            if nums[middle] < nums[middle + 1]:
                low = middle + 1
            else:
                high = middle
        return low
        """,
        {"late": "[list(range(n - n // 5)) + list(range(0, -(n // 5), -1))]"},
    ),
    Stated(
        "buildings-with-an-ocean-view",
        "findBuildings",
        "heights: List[int]",
        LIST,
        "O(n)",
        """
        seen, top = [], 0
        for place in range(len(heights) - 1, -1, -1):
            if heights[place] > top:
                top = heights[place]
                seen.append(place)
        return seen[::-1]
        """,
        {"falling": "[list(range(n, 0, -1))]", "random": "[ints(n, 1, 10**6)]"},
    ),
    Stated(
        "contiguous-array",
        "findMaxLength",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        first, height, best = {0: -1}, 0, 0
        for place, value in enumerate(nums):
            height += 1 if value else -1
            best = max(best, place - first.setdefault(height, place))
        return best
        """,
        {"random": "[ints(n, 0, 1)]"},
    ),
    Stated(
        "find-pivot-index",
        "pivotIndex",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        left, total = 0, sum(nums)
        for place, value in enumerate(nums):
            if 2 * left + value == total:
                return place
            left += value
        return -1
        """,
        {"never": "[[2] * (n - n % 2) + [1] * 2 + [7]]"},
    ),
    Stated(
        "first-missing-positive",
        "firstMissingPositive",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        known, value = set(nums), 1
        while value in known:
            value += 1
        return value
        """,
        {"all": "[shuffled(range(1, n + 1))]"},
    ),
    Stated(
        "longest-turbulent-subarray",
        "maxTurbulenceSize",
        "arr: List[int]",
        "int",
        "O(n)",
        """
        best = up = down = 1
        for a, b in zip(arr, arr[1:]):
            up, down = (down + 1, 1) if b > a else (1, up + 1) if b < a else (1, 1)
            best = max(best, up, down)
        return best
        """,
        {"waves": "[[place % 2 for place in range(n)]]", "random": "[ints(n, 0, 9)]"},
        most=_DEEP,
    ),
    Stated(
        "max-consecutive-ones",
        "findMaxConsecutiveOnes",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        best = here = 0
        for value in nums:
            here = here + 1 if value else 0
            best = max(best, here)
        return best
        """,
        {"ones": "[[1] * n]"},
    ),
    Stated(
        "longest-palindromic-substring",
        "longestPalindrome",
        "s: str",
        "str",
        "O(n)",
        """
        text = "|" + "|".join(s) + "|"
        radius, centre, right = [0] * len(text), 0, 0
        for i in range(len(text)):
            r = min(radius[2 * centre - i], right - i) if i < right else 0
            while i - r > 0 and i + r + 1 < len(text) and text[i - r - 1] == text[i + r + 1]:
                r += 1
            radius[i] = r
            if i + r > right:
                centre, right = i, i + r
        best = max(range(len(text)), key=radius.__getitem__)
        return s[(best - radius[best]) // 2 : (best + radius[best]) // 2]
        """,
        {"equal": "['a' * n]"},
    ),
    Stated(
        "longest-increasing-subsequence",
        "lengthOfLIS",
        "nums: List[int]",
        "int",
        "O(n log n)",
        """
        tails = []
        for value in nums:
            place = bisect.bisect_left(tails, value)
            tails[place : place + 1] = [value]
        return len(tails)
        """,
        {"random": "[ints(n)]", "rising": "[list(range(n))]"},
        most=_DEEP,
    ),
    Stated(
        "maximum-sum-circular-subarray",
        "maxSubarraySumCircular",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        high = best = low = worst = nums[0]
        for value in nums[1:]:
            high, low = max(value, high + value), min(value, low + value)
            best, worst = max(best, high), min(worst, low)
        return max(best, sum(nums) - worst) if best > 0 else best
        """,
        {"random": "[ints(n, -1000, 1000)]"},
    ),
    Stated(
        "minimum-number-of-operations-to-move-all-balls-to-each-box",
        "minOperations",
        "boxes: str",
        LIST,
        "O(n)",
        """
        moves = [0] * len(boxes)
        for order in (range(len(boxes)), range(len(boxes) - 1, -1, -1)):
            balls = cost = 0
            for place in order:
                cost += balls
                moves[place] += cost
                balls += boxes[place] == "1"
        return moves
        """,
        {"random": "[letters(n, '01')]"},
    ),
    Stated(
        "maximum-score-after-splitting-a-string",
        "maxScore",
        "s: str",
        "int",
        "O(n)",
        """
        best, score = 0, s.count("1")
        for letter in s[:-1]:
            score += 1 if letter == "0" else -1
            best = max(best, score)
        return best
        """,
        {"random": "[letters(n, '01')]"},
    ),
    Stated(
        "minimum-penalty-for-a-shop",
        "bestClosingTime",
        "customers: str",
        "int",
        "O(n)",
        """
        best = gain = hour = 0
        for place, letter in enumerate(customers):
            gain += 1 if letter == "Y" else -1
            if gain > best:
                best, hour = gain, place + 1
        return hour
        """,
        {"random": "[letters(n, 'YN')]"},
    ),
    Stated(
        "largest-substring-between-two-equal-characters",
        "maxLengthBetweenEqualCharacters",
        "s: str",
        "int",
        "O(n)",
        """
        first, best = {}, -1
        for place, letter in enumerate(s):
            best = max(best, place - first.setdefault(letter, place) - 1)
        return best
        """,
        {"random": "[letters(n)]"},
    ),
    Stated(
        "count-number-of-bad-pairs",
        "countBadPairs",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        counts = Counter(value - place for place, value in enumerate(nums))
        return (len(nums) * (len(nums) - 1) - sum(c * (c - 1) for c in counts.values())) // 2
        """,
        {"random": "[ints(n, 1, 10**9)]"},
    ),
    Stated(
        "fruit-into-baskets",
        "totalFruit",
        "fruits: List[int]",
        "int",
        "O(n)",
        """
        counts, start, best = Counter(), 0, 0
        for place, fruit in enumerate(fruits):
            counts[fruit] += 1
            while len(counts) > 2:
                counts[fruits[start]] -= 1
                if not counts[fruits[start]]:
                    del counts[fruits[start]]
                start += 1
            best = max(best, place - start + 1)
        return best
        """,
        {"two": "[ints(n, 0, 1)]", "three": "[ints(n, 0, 2)]"},
    ),
    Stated(
        "find-all-duplicates-in-an-array",
        "findDuplicates",
        "nums: List[int]",
        LIST,
        "O(n)",
        "return [value for value, count in Counter(nums).items() if count == 2]",
        {"pairs": "[shuffled(list(range(1, n // 2 + 1)) * 2)]"},
        ordered=False,
    ),
    Stated(
        "find-all-numbers-disappeared-in-an-array",
        "findDisappearedNumbers",
        "nums: List[int]",
        LIST,
        "O(n)",
        """
        known = set(nums)
        return [value for value in range(1, len(nums) + 1) if value not in known]
        """,
        {"pairs": "[shuffled(list(range(1, n // 2 + 1)) * 2)]"},
    ),
    Stated(
        "divide-array-into-equal-pairs",
        "divideArray",
        "nums: List[int]",
        "bool",
        "O(n)",
        "return all(count % 2 == 0 for count in Counter(nums).values())",
        {"pairs": "[shuffled(list(range(1, n // 2 + 1)) * 2)]"},
    ),
    Stated(
        "counting-elements",
        "countElements",
        "arr: List[int]",
        "int",
        "O(n)",
        """
        known = set(arr)
        return sum(value + 1 in known for value in arr)
        """,
        {"distinct": "[shuffled(range(0, 2 * n, 2))]", "dense": "[shuffled(range(n))]"},
    ),
    Stated(
        "make-the-string-great",
        "makeGood",
        "s: str",
        "str",
        "O(n)",
        """
        stack = []
        for letter in s:
            if stack and stack[-1] == letter.swapcase():
                stack.pop()
            else:
                stack.append(letter)
        return "".join(stack)
        """,
        {"nested": "[(lambda w: w + w[::-1].swapcase())(letters(n // 2))]"},
    ),
    Stated(
        "maximum-odd-binary-number",
        "maximumOddBinaryNumber",
        "s: str",
        "str",
        "O(n)",
        """
        ones = s.count("1")
        return "1" * (ones - 1) + "0" * (len(s) - ones) + "1"
        """,
        {"random": "[letters(n - 1, '01') + '1']"},
    ),
    Stated(
        "arranging-coins",
        "arrangeCoins",
        "n: int",
        "int",
        "O(log n)",
        """
        low, high = 0, n
        while low < high:
            middle = (low + high + 1) // 2
            if middle * (middle + 1) // 2 <= n:
                low = middle
            else:
                high = middle - 1
        return low
        """,
        {"number": "[n]"},
    ),
    Stated(
        "3sum",
        "threeSum",
        "nums: List[int]",
        "List[List[int]]",
        "O(n^2)",
        """
        nums.sort()
        found = []
        for i in range(len(nums) - 2):
            if i and nums[i] == nums[i - 1]:
                continue
            low, high = i + 1, len(nums) - 1
            while low < high:
                total = nums[i] + nums[low] + nums[high]
                if total == 0:
                    found.append([nums[i], nums[low], nums[high]])
                    value = nums[low]
                    while low < high and nums[low] == value:
                        low += 1
                elif total < 0:
                    low += 1
                else:
                    high -= 1
        return found
        """,
        {"random": "[ints(n, -10**5, 10**5)]", "few": "[random.sample(range(1, 10**6), n)]"},
        ordered=False,
    ),
    Stated(
        "jump-game",
        "canJump",
        "nums: List[int]",
        "bool",
        "O(n)",
        """
        reach = 0
        for place, step in enumerate(nums):
            if place > reach:
                return False
            reach = max(reach, place + step)
        return True
        """,
        {"far": "[[n] * n]", "stuck": "[list(range(n - 2, -1, -1)) + [0, 0]]"},
        most=_DEEP,
    ),
    Stated(
        "jump-game-ii",
        "jump",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        jumps = end = reach = 0
        for place in range(len(nums) - 1):
            reach = max(reach, place + nums[place])
            if place == end:
                jumps, end = jumps + 1, reach
        return jumps
        """,
        {"far": "[[n] * n]", "near": "[[2] * n]"},
        most=_DEEP,
    ),
    Stated(
        "longest-strictly-increasing-or-strictly-decreasing-subarray",
        "longestMonotonicSubarray",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        best = up = down = 1
        for a, b in zip(nums, nums[1:]):
            up, down = up + 1 if b > a else 1, down + 1 if b < a else 1
            best = max(best, up, down)
        return best
        """,
        {"rising": "[list(range(n))]", "random": "[ints(n)]"},
    ),
    Stated(
        "maximum-ascending-subarray-sum",
        "maxAscendingSum",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        best = here = nums[0]
        for a, b in zip(nums, nums[1:]):
            here = here + b if b > a else b
            best = max(best, here)
        return best
        """,
        {"rising": "[list(range(1, n + 1))]"},
    ),
    Stated(
        "house-robber",
        "rob",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        here = before = 0
        for value in nums:
            here, before = max(here, before + value), here
        return here
        """,
        {"random": "[ints(n, 0, 400)]"},
        most=_DEEP,
    ),
    Stated(
        "maximum-alternating-subsequence-sum",
        "maxAlternatingSum",
        "nums: List[int]",
        "int",
        "O(n)",
        "return nums[0] + sum(max(0, b - a) for a, b in zip(nums, nums[1:]))",
        {"random": "[ints(n, 1, 10**5)]"},
        most=_DEEP,
    ),
    Stated(
        "min-cost-climbing-stairs",
        "minCostClimbingStairs",
        "cost: List[int]",
        "int",
        "O(n)",
        """
        here = before = 0
        for value in cost:
            here, before = min(here, before) + value, here
        return min(here, before)
        """,
        {"random": "[ints(n, 0, 999)]"},
        most=_DEEP,
    ),
    Stated(
        "sort-an-array",
        "sortArray",
        "nums: List[int]",
        LIST,
        "O(n log n)",
        "return sorted(nums)",
        {"random": "[shuffled(range(n))]"},
    ),
    Stated(
        "product-of-array-except-self",
        "productExceptSelf",
        "nums: List[int]",
        LIST,
        "O(n)",
        """
        found, left, right = [1] * len(nums), 1, 1
        for i in range(len(nums)):
            found[i] *= left
            left *= nums[i]
            found[~i] *= right
            right *= nums[~i]
        return found
        """,
        {"random": "[random.choices([-1, 1], k=n)]"},
    ),
    Stated(
        "subarray-sum-equals-k",
        "subarraySum",
        "nums: List[int], k: int",
        "int",
        "O(n)",
        """
        seen, total, found = Counter([0]), 0, 0
        for value in nums:
            total += value
            found += seen[total - k]
            seen[total] += 1
        return found
        """,
        {"random": "[ints(n, -1000, 1000), 7]"},
    ),
    Stated(
        "two-sum",
        "twoSum",
        "nums: List[int], target: int",
        LIST,
        "O(n)",
        """
        seen = {}
        for place, value in enumerate(nums):
            if target - value in seen:
                return [seen[target - value], place]
            seen[value] = place
        """,
        {"last": "[[4 * x for x in shuffled(range(1, n - 1))] + [1, 2], 3]"},
        ordered=False,
    ),
    Stated(
        "two-sum-ii-input-array-is-sorted",
        "twoSum",
        "numbers: List[int], target: int",
        LIST,
        "O(n)",
        """
        low, high = 0, len(numbers) - 1
        while numbers[low] + numbers[high] != target:
            if numbers[low] + numbers[high] < target:
                low += 1
            else:
                high -= 1
        return [low + 1, high + 1]
        """,
        {"late": "[[4 * x for x in range(n - 2)] + [4 * n + 1, 4 * n + 2], 8 * n + 3]"},
    ),
    Stated(
        "valid-palindrome-ii",
        "validPalindrome",
        "s: str",
        "bool",
        "O(n)",
        """
        low, high = 0, len(s) - 1
        while low < high and s[low] == s[high]:
            low, high = low + 1, high - 1
        shorter, other = s[low:high], s[low + 1 : high + 1]
        return shorter == shorter[::-1] or other == other[::-1]
        """,
        {"never": "['c' * (n // 2 - 2) + 'abcdxy' + 'c' * (n // 2 - 2)]"},
        least=6,
    ),
    Stated(
        "valid-parentheses",
        "isValid",
        "s: str",
        "bool",
        "O(n)",
        """
        stack = []
        for letter in s:
            if letter in "([{":
                stack.append({"(": ")", "[": "]", "{": "}"}[letter])
            elif not stack or stack.pop() != letter:
                return False
        return not stack
        """,
        {"nested": "[(lambda k: '([{' * k + '}])' * k)(n // 6 + 1)]"},
    ),
    Stated(
        "squares-of-a-sorted-array",
        "sortedSquares",
        "nums: List[int]",
        LIST,
        "O(n)",
        """
        low, high, found = 0, len(nums) - 1, []
        while low <= high:
            if abs(nums[low]) > abs(nums[high]):
                found.append(nums[low] ** 2)
                low += 1
            else:
                found.append(nums[high] ** 2)
                high -= 1
        return found[::-1]
        """,
        {"random": "[sorted(ints(n, -10**4, 10**4))]"},
    ),
    Stated(
        "sum-of-absolute-differences-in-a-sorted-array",
        "getSumAbsoluteDifferences",
        "nums: List[int]",
        LIST,
        "O(n)",
        """
        left, total, found = 0, sum(nums), []
        for place, value in enumerate(nums):
            right = total - left - value
            found.append(value * place - left + right - value * (len(nums) - place - 1))
            left += value
        return found
        """,
        {"random": "[sorted(ints(n, 1, 10**4))]"},
    ),
    Stated(
        "rearrange-array-elements-by-sign",
        "rearrangeArray",
        "nums: List[int]",
        LIST,
        "O(n)",
        """
        found = [0] * len(nums)
        found[::2] = [value for value in nums if value > 0]
        found[1::2] = [value for value in nums if value < 0]
        return found
        """,
        {
            "mixed": "[shuffled([*ints(n // 2, 1, 10**5), *ints(n // 2, -10**5, -1)])]",
            "apart": "[[*ints(n // 2, 1, 10**5), *ints(n // 2, -10**5, -1)]]",
        },
    ),
    Stated(
        "replace-elements-with-greatest-element-on-right-side",
        "replaceElements",
        "arr: List[int]",
        LIST,
        "O(n)",
        """
        found, best = [], -1
        for value in reversed(arr):
            found.append(best)
            best = max(best, value)
        return found[::-1]
        """,
        {"random": "[ints(n, 1, 10**5)]"},
    ),
    Stated(
        "remove-colored-pieces-if-both-neighbors-are-the-same-color",
        "winnerOfGame",
        "colors: str",
        "bool",
        "O(n)",
        """
        score = 0
        for a, b, c in zip(colors, colors[1:], colors[2:]):
            if a == b == c:
                score += 1 if a == "A" else -1
        return score > 0
        """,
        {"halves": "['A' * (n // 2) + 'B' * (n // 2)]"},
    ),
    Stated(
        "number-of-good-pairs",
        "numIdenticalPairs",
        "nums: List[int]",
        "int",
        "O(n)",
        "return sum(count * (count - 1) // 2 for count in Counter(nums).values())",
        {"random": "[ints(n, 1, 100)]"},
    ),
    Stated(
        "number-of-zero-filled-subarrays",
        "zeroFilledSubarray",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        found = here = 0
        for value in nums:
            here = 0 if value else here + 1
            found += here
        return found
        """,
        {"zeros": "[[0] * n]"},
    ),
    Stated(
        "number-of-sub-arrays-with-odd-sum",
        "numOfSubarrays",
        "arr: List[int]",
        "int",
        "O(n)",
        """
        odd, counts, found = 0, [1, 0], 0
        for value in arr:
            odd ^= value & 1
            found += counts[1 - odd]
            counts[odd] += 1
        return found % (10**9 + 7)
        """,
        {"random": "[ints(n, 1, 100)]"},
        most=_DEEP,
    ),
    Stated(
        "number-of-ways-to-split-array",
        "waysToSplitArray",
        "nums: List[int]",
        "int",
        "O(n)",
        """
        left, total, found = 0, sum(nums), 0
        for value in nums[:-1]:
            left += value
            found += 2 * left >= total
        return found
        """,
        {"random": "[ints(n, -10**5, 10**5)]"},
    ),
    Stated(
        "sum-of-subarray-minimums",
        "sumSubarrayMins",
        "arr: List[int]",
        "int",
        "O(n)",
        """
        stack, here, total = [], 0, 0
        for value in arr:
            count = 1
            while stack and stack[-1][0] >= value:
                larger, times = stack.pop()
                here -= larger * times
                count += times
            stack.append((value, count))
            here += value * count
            total += here
        return total % (10**9 + 7)
        """,
        {"random": "[ints(n, 1, 30000)]", "rising": "[list(range(1, n + 1))]"},
    ),
    Stated(
        "number-of-visible-people-in-a-queue",
        "canSeePersonsCount",
        "heights: List[int]",
        LIST,
        "O(n)",
        """
        seen, stack = [0] * len(heights), []
        for place in range(len(heights) - 1, -1, -1):
            while stack and stack[-1] < heights[place]:
                stack.pop()
                seen[place] += 1
            seen[place] += bool(stack)
            stack.append(heights[place])
        return seen
        """,
        {"falling": "[list(range(n, 0, -1))]", "mixed": "[shuffled(range(1, n + 1))]"},
    ),
    Stated(
        "sliding-window-maximum",
        "maxSlidingWindow",
        "nums: List[int], k: int",
        LIST,
        "O(n)",
        """
        from collections import deque
        window, found = deque(), []
        for place, value in enumerate(nums):
            while window and nums[window[-1]] <= value:
                window.pop()
            window.append(place)
            if window[0] <= place - k:
                window.popleft()
            if place >= k - 1:
                found.append(nums[window[0]])
        return found
        """,
        {
            "random": "[ints(n, -10**4, 10**4), n // 2]",
            "falling": "[list(range(n, 0, -1)), n // 2]",
        },
    ),
    Stated(
        "longest-common-subsequence",
        "longestCommonSubsequence",
        "text1: str, text2: str",
        "int",
        "O(n^2)",
        """
        row = [0] * (len(text2) + 1)
        for a in text1:
            before = 0
            for j, b in enumerate(text2, 1):
                before, row[j] = row[j], before + 1 if a == b else max(row[j], row[j - 1])
        return row[-1]
        """,
        {"random": "[letters(n), letters(n)]"},
        most=400,
    ),
    Stated(
        "edit-distance",
        "minDistance",
        "word1: str, word2: str",
        "int",
        "O(n^2)",
        """
        row = list(range(len(word2) + 1))
        for i, a in enumerate(word1, 1):
            before, row[0] = row[0], i
            for j, b in enumerate(word2, 1):
                before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
        return row[-1]
        """,
        {"random": "[letters(n), letters(n)]"},
        most=400,
    ),
    Stated(
        "is-subsequence",
        "isSubsequence",
        "s: str, t: str",
        "bool",
        "O(n)",
        """
        rest = iter(t)
        return all(letter in rest for letter in s)
        """,
        {"part": "[(lambda t: [t[::2], t])(letters(n))][0]"},
        most=400,
    ),
    Stated(
        "find-the-index-of-the-first-occurrence-in-a-string",
        "strStr",
        "haystack: str, needle: str",
        "int",
        "O(n)",
        """
        fails, k = [0] * len(needle), 0
        for i in range(1, len(needle)):
            while k and needle[i] != needle[k]:
                k = fails[k - 1]
            k += needle[i] == needle[k]
            fails[i] = k
        k = 0
        for i, letter in enumerate(haystack):
            while k and letter != needle[k]:
                k = fails[k - 1]
            k += letter == needle[k]
            if k == len(needle):
                return i - k + 1
        return -1
        """,
        {"almost": "['a' * n, 'a' * (n // 2) + 'b']"},
    ),
    Stated(
        "next-greater-element-i",
        "nextGreaterElement",
        "nums1: List[int], nums2: List[int]",
        LIST,
        "O(n)",
        """
        larger, stack = {}, []
        for value in nums2:
            while stack and stack[-1] < value:
                larger[stack.pop()] = value
            stack.append(value)
        return [larger.get(value, -1) for value in nums1]
        """,
        {"falling": "[shuffled(range(1, n + 1)), list(range(n, 0, -1))]"},
    ),
    Stated(
        "intersection-of-two-arrays",
        "intersection",
        "nums1: List[int], nums2: List[int]",
        LIST,
        "O(n)",
        "return list(set(nums1) & set(nums2))",
        {"half": "[shuffled(range(n)), shuffled(range(n // 2, n // 2 + n))]"},
        ordered=False,
    ),
    Stated(
        "ransom-note",
        "canConstruct",
        "ransomNote: str, magazine: str",
        "bool",
        "O(n)",
        "return not Counter(ransomNote) - Counter(magazine)",
        {"same": "[(lambda t: [t, ''.join(shuffled(t))])(letters(n))][0]"},
    ),
    Stated(
        "gas-station",
        "canCompleteCircuit",
        "gas: List[int], cost: List[int]",
        "int",
        "O(n)",
        """
        if sum(gas) < sum(cost):
            return -1
        start = tank = 0
        for place in range(len(gas)):
            tank += gas[place] - cost[place]
            if tank < 0:
                start, tank = place + 1, 0
        return start
        """,
        {"never": "[[1] * (n - 1) + [0], [1] * n]"},
    ),
    Stated(
        "evaluate-reverse-polish-notation",
        "evalRPN",
        "tokens: List[str]",
        "int",
        "O(n)",
        """
        stack = []
        for token in tokens:
            if token in "+-*/":
                b, a = stack.pop(), stack.pop()
                stack.append({"+": a + b, "-": a - b, "*": a * b}[token] if token != "/" else int(a / b))
            else:
                stack.append(int(token))
        return stack[0]
        """,
        {
            "chain": "[['1'] + ['2', '+', '1', '-'] * (n // 4)]",
            "deep": "[['1'] * n + ['+'] * (n - 1)]",
        },
        most=_DEEP,
    ),
    Stated(
        "push-dominoes",
        "pushDominoes",
        "dominoes: str",
        "str",
        "O(n)",
        """
        text, force, count = list(dominoes), [0] * len(dominoes), 0
        for place, letter in enumerate(dominoes):
            count = len(text) if letter == "R" else 0 if letter == "L" else max(count - 1, 0)
            force[place] += count
        count = 0
        for place in range(len(text) - 1, -1, -1):
            letter = dominoes[place]
            count = len(text) if letter == "L" else 0 if letter == "R" else max(count - 1, 0)
            force[place] -= count
        return "".join("." if f == 0 else "R" if f > 0 else "L" for f in force)
        """,
        {"standing": "['.' * n]", "random": "[letters(n, 'LR....')]"},
    ),
    Stated(
        "number-of-students-unable-to-eat-lunch",
        "countStudents",
        "students: List[int], sandwiches: List[int]",
        "int",
        "O(n)",
        """
        left = Counter(students)
        for place, kind in enumerate(sandwiches):
            if not left[kind]:
                return len(sandwiches) - place
            left[kind] -= 1
        return 0
        """,
        {"turns": "[[0] * (n // 2) + [1] * (n // 2), [1, 0] * (n // 2)]"},
    ),
    Stated(
        "time-needed-to-buy-tickets",
        "timeRequiredToBuy",
        "tickets: List[int], k: int",
        "int",
        "O(n)",
        "return sum(min(t, tickets[k] - (place > k)) for place, t in enumerate(tickets))",
        {"equal": "[[n] * n, n - 1]"},
    ),
    Stated(
        "matrix-diagonal-sum",
        "diagonalSum",
        "mat: List[List[int]]",
        "int",
        "O(n)",
        """
        n = len(mat)
        total = sum(mat[i][i] + mat[i][n - 1 - i] for i in range(n))
        return total - (mat[n // 2][n // 2] if n % 2 else 0)
        """,
        {"random": "[[ints(n, 1, 100) for _ in range(n)]]"},
        most=600,
    ),
)
