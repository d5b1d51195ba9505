import { describe, expect, test } from 'vitest';
import { usageRefusal } from './usage.ts';

describe('what was probably meant', () => {
  test.each([
    [
      'a command',
      "unknown command 'craete'",
      ['task', 'craete', 'T'],
      'Did you mean cw task create? See cw task --help.',
    ],
    ['a group', "unknown command 'taks'", ['taks', 'list'], 'Did you mean cw task? See cw --help.'],
    ['an alias', "unknown command 'raedy'", ['raedy'], 'Did you mean cw ready? See cw --help.'],
    ['a command of another group', "unknown command 'retry'", ['retry'], 'Did you mean cw merge retry? See cw --help.'],
    ['a short form', "unknown command 'cancle'", ['cancle', 'tk_1'], 'Did you mean cw cancel? See cw --help.'],
    ['what takes away', "unknown command 'delte'", ['task', 'delte'], 'See cw task --help.'],
    ['a way back', "unknown command 'rm'", ['backup', 'rm', 'x'], expect.stringMatching(/^Backups are files/)],
    [
      'a title in quotes',
      "too many arguments for 'create'. Expected 1 argument but got 3: fix, the, login.",
      ['create', 'fix', 'the', 'login'],
      'Put the title in quotes: cw create "…", or leave it unquoted: cw q …. See cw create --help.',
    ],
    ['a letter left out', "unknown command 'lst'", ['lst'], 'Did you mean cw list? See cw --help.'],
    ['a start', "unknown command 'proj'", ['proj', 'list'], 'Did you mean cw project? See cw --help.'],
    [
      'a start in a group',
      "unknown command 'repl'",
      ['task', 'repl'],
      'Did you mean cw task replan? See cw task --help.',
    ],
    ['nothing', "unknown command 'xyzzy'", ['xyzzy'], 'See cw --help.'],
    ['the server', "unknown command 'serve'", ['serve'], 'Start the server with: cw --server. See cw --help.'],
  ])('%s', (_what, complaint, argv, hint) => {
    expect(usageRefusal(`error: ${complaint}`, argv)).toMatchObject({ code: 'usage.invalid', kind: 'usage', hint });
  });

  test('an option, of a short form too, and a choice', () => {
    const option = usageRefusal("error: unknown option '--lable'", ['ls', '--lable', 'x']);
    expect(option.hint).toMatch(/^Did you mean --label\? See cw ls --help\./);
    const choice = "error: option '--sort <order>' argument 'tilte' is invalid. Allowed choices are created, title.";
    expect(usageRefusal(choice, ['task', 'list'])).toMatchObject({
      hint: expect.stringMatching(/^Did you mean title\?/),
    });
  });
});
