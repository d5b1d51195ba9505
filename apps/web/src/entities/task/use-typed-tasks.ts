import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { TypedTask } from '../../data/api-types.ts';

type Typed = { readonly text: string; readonly items: readonly TypedTask[] };

const none: readonly TypedTask[] = [];

/**
 * Tasks that a person may mean who is still typing, as the server finds them.
 * @returns the last text that was answered, and its tasks: what belongs together stays together while more is typed.
 */
export function useTypedTasks(text: string, limit: number): Typed {
  const [answered, setAnswered] = useState<Typed>({ text: '', items: none });
  const { data, error } = useQuery({
    ...trpc.tasks.typed.queryOptions({ text, limit }),
    enabled: text !== '',
    gcTime: 30_000,
  });
  const items = text === '' || error ? none : data?.items;
  if (items && (text !== answered.text || items !== answered.items)) setAnswered({ text, items });
  return answered;
}
