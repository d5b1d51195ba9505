import { cx, RelativeTime } from '@cw/ui';
import { LockKeyhole } from '@cw/ui/icons';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { RuleView } from '../../data/api-types.ts';
import { ruleScope } from '../../entities/rule/rule-words.ts';
import { harmless } from '../../entities/text/harmless.ts';

type RuleRowProps = { readonly rule: RuleView; readonly active: boolean; readonly open: boolean };

/** One rule: the tool, what of it, where, by whom and since when. */
export const RuleRow = memo(function RuleRow({ rule, active, open }: RuleRowProps) {
  return (
    <Link
      to="/settings/permissions/$ruleId"
      params={{ ruleId: rule.id }}
      search={true}
      aria-current={open ? 'page' : undefined}
      className={cx(
        'flex h-full items-center gap-2.5 border-b border-l-2 border-b-line pr-4 pl-3.5 outline-offset-[-2px]',
        active || open ? 'border-l-accent bg-selected' : 'border-l-transparent hover:bg-hover',
      )}
    >
      <LockKeyhole aria-hidden="true" size={14} className="shrink-0 text-fg-mute" />
      <span className="flex min-w-0 flex-1 flex-col md:flex-row md:items-center md:gap-2.5">
        <span className="flex min-w-0 items-center gap-2.5 md:flex-1">
          <span className="shrink-0 truncate font-medium max-md:max-w-40 md:w-28" title={rule.tool}>
            {rule.tool}
          </span>
          {rule.pattern === null ? (
            <span className="min-w-0 flex-1 truncate text-fg-2">whatever it is</span>
          ) : (
            <code className="min-w-0 flex-1 truncate text-small">{harmless(rule.pattern)}</code>
          )}
        </span>
        <span className="truncate text-small text-fg-2 md:w-32 md:shrink-0">{ruleScope(rule)}</span>
        <span className="hidden w-24 shrink-0 truncate text-small text-fg-2 xl:inline">{rule.createdBy}</span>
      </span>
      <RelativeTime at={rule.createdAt} className="w-8 shrink-0 text-right text-small text-fg-3" />
    </Link>
  );
});
