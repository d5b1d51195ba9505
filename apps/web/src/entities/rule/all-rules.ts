import { useQuery } from '@tanstack/react-query';
import { api, trpc } from '../../data/api.ts';
import type { RuleView } from '../../data/api-types.ts';

const pageSize = 500;

/** Every rule that holds in a project, or everywhere without one, page by page. */
export function useAllRules(projectId: string | undefined) {
  const asked = { ...(projectId && { projectId }), limit: pageSize };
  return useQuery({
    queryKey: trpc.rules.list.queryKey(asked),
    queryFn: async () => {
      const items: RuleView[] = [];
      let cursor: string | null = null;
      do {
        const page: {
          readonly items: readonly RuleView[];
          readonly total: number;
          readonly nextCursor: string | null;
        } = await api.rules.list.query({ ...asked, ...(cursor !== null && { cursor }) });
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return { items, total: items.length, nextCursor: null };
    },
  });
}
