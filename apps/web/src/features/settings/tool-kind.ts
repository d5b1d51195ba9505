import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';
import type { ToolKind } from '../../data/api-types.ts';

/** What a tool does that a person names as its program does; undefined while that is not known, and of an unknown one. */
export function useToolKind(name: string): ToolKind | undefined {
  const { data } = useQuery(trpc.rules.tools.queryOptions());
  return data?.items.find((tool) => tool.name === name.trim())?.kind;
}
