import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import { onlyProject } from '../../data/only-project.ts';
import { ruleWords } from '../../entities/rule/rule-words.ts';

/** The rule that the answer “always” has made, with the way to where it is changed. */
export function RuleOfItem({ itemId }: { readonly itemId: string }) {
  const rule = useQuery(trpc.rules.ofItem.queryOptions({ itemId })).data?.rule;
  if (!rule) return null;
  return (
    <p className="text-small text-fg-2">
      {rule.removedAt === null ? 'Its rule: ' : 'Its rule, since removed: '}
      <Link
        to="/settings/permissions/$ruleId"
        params={{ ruleId: rule.id }}
        search={onlyProject}
        className="inline-flex items-center font-mono text-accent-fg wrap-anywhere hover:underline max-md:min-h-11"
      >
        {ruleWords(rule)}
      </Link>
    </p>
  );
}
