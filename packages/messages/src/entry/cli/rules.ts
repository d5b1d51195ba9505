import {
  type CliAnswer,
  type CliRun,
  moreNote,
  plainLine,
  type Refusal,
  textTable,
  toRefusal,
  typedFilters,
} from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { removeRule, restoreRule, updateRule, writeRule } from '../../commands/change-rules.ts';
import type { RuleFailure, RuleView } from '../../model/rule.ts';
import { listRules } from '../../queries/find-rules.ts';
import { rules } from '../../run.ts';
import { ruleRefusals } from '../refusals.ts';
import { placeNamed } from './place-named.ts';

export const ruleList: CliRun = async (input, context) => {
  const place = await placeNamed(input, context);
  if (!place.ok) return place;
  const limit = input.option('limit');
  const listed = await listRules(context.workspace.storage.read, {
    projectId: place.value.projectId,
    limit: limit === undefined ? undefined : Number(limit),
    cursor: input.option('cursor'),
  });
  if (!listed.ok) return err(toRefusal(ruleRefusals, listed.error));
  const { items } = listed.value;
  const filters = typedFilters(input, ['project']);
  return ok({
    data: listed.value,
    ids: items.map(({ id }) => id),
    text: (style) =>
      items.length === 0
        ? filters === ''
          ? 'No rules: agents may do only what their settings allow.'
          : `No rules match ${filters}: agents may do only what their settings allow.`
        : textTable(
            [
              { title: 'ID', value: (rule) => rule.id, paint: style.dim },
              { title: 'PROJECT', value: (rule) => rule.projectName ?? rule.projectId ?? 'all' },
              { title: 'TOOL', value: (rule) => plainLine(rule.tool) },
              { title: 'PATTERN', value: (rule) => plainLine(rule.pattern ?? 'any call'), flexible: true },
              { title: 'BY', value: (rule) => plainLine(rule.createdBy) },
            ],
            items,
            { width: context.width, head: style.dim },
          ),
    note: moreNote(listed.value),
  });
};

export const ruleAdd: CliRun = async (input, context) => {
  const place = await placeNamed(input, context);
  if (!place.ok) return place;
  const rule = {
    projectId: place.value.projectId ?? null,
    tool: input.argument('tool'),
    pattern: input.optionalArgument('pattern') ?? null,
    itemId: null,
  };
  const added = await rules.run(context.workspace, writeRule, rule, await context.act());
  return answer(added, (made) => `${whose(made)} may use ${said(made)} without asking (${made.id}).`);
};

export const ruleUpdate: CliRun = async (input, context) => {
  const both = [['pattern', 'anything'] as const, ['project', 'everywhere'] as const].find(
    ([value, flag]) => input.option(value) !== undefined && input.flag(flag),
  );
  if (both !== undefined) return err(notBoth(both));
  const place = await placeNamed(input, context);
  if (!place.ok) return place;
  const change = {
    rule: input.argument('rule'),
    tool: input.option('tool'),
    pattern: input.flag('anything') ? null : input.option('pattern'),
    projectId: input.flag('everywhere') ? null : place.value.projectId,
  };
  const updated = await rules.run(context.workspace, updateRule, change, await context.act());
  return answer(updated, (rule) => `${whose(rule)} may use ${said(rule)} without asking (${rule.id}).`);
};

function notBoth([one, other]: readonly [string, string]): Refusal {
  return {
    code: 'rule.both',
    message: `--${one} and --${other} cannot be combined; the rules were not changed.`,
    hint: 'Give one of the two.',
    kind: 'usage',
  };
}

export const ruleRestore: CliRun = async (input, context) => {
  const restored = await rules.run(context.workspace, restoreRule, input.argument('rule'), await context.act());
  return answer(restored, (rule) => `${whose(rule)} may use ${said(rule)} without asking again (${rule.id}).`);
};

export const ruleRemove: CliRun = async (input, context) => {
  const removed = await rules.run(context.workspace, removeRule, input.argument('rule'), await context.act());
  return answer(removed, (rule) => `${whose(rule)} may no longer use ${said(rule)} without asking under that rule.`);
};

function answer(result: Result<RuleView, RuleFailure>, say: (rule: RuleView) => string): CliAnswer {
  if (!result.ok) return err(toRefusal(ruleRefusals, result.error));
  const rule = result.value;
  return ok({ data: rule, ids: [rule.id], text: () => say(rule) });
}

function whose({ projectId, projectName }: RuleView): string {
  return projectId === null ? 'Agents' : `Agents of ${projectName ?? projectId}`;
}

function said({ tool, pattern }: RuleView): string {
  return plainLine(pattern === null ? `${tool} with anything` : `${tool} with ${pattern}`);
}
