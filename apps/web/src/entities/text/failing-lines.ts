/** Words and signs with which programs say that something went wrong. */
const failing =
  /(?:\b(?:errors?|fail(?:ed|s|ure|ures|ing)?|fatal|panic(?:ked)?|traceback|not ok|\w*(?:Error|Exception))\b|[✗✘✖✕×❌]|^\s*●)/iu;

/** Lines that say that nothing went wrong: `0 errors`, `no failures`, `failed: 0`, and names of tests that passed. */
const harmless =
  /\b(?:0|no|zero|without)\s+(?:\w+\s+)?(?:errors?|fail\w*)\b|\b(?:errors?|fail\w*)\s*[:=]\s*0\b|^\s*(?:✓|✔|√|ok\b|PASS\b)/iu;

/** Whether a line of a program's output says that something failed. */
export function isFailing(line: string): boolean {
  return failing.test(line) && !harmless.test(line);
}
