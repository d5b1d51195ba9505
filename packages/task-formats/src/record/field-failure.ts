import type { DetailOf, DetailWord } from './details.ts';

/** The fields that a failure may be about. */
export type TextField =
  | DetailWord<'text' | 'line' | 'word' | 'shell' | 'object'>
  | 'title'
  | 'description'
  | 'acceptance'
  | 'comment'
  | 'reason'
  | 'assignee'
  | 'label'
  | 'progress'
  | 'type'
  | 'goal'
  | 'approach'
  | 'alternatives'
  | 'step'
  | 'file'
  | 'requirement'
  | 'checkpoint'
  | 'commit'
  | 'artifact'
  | 'search text';

/** Why a field of a task cannot be what was given for it. */
export type FieldFailure =
  | { readonly kind: 'task.title-empty' }
  | { readonly kind: 'task.title-too-long'; readonly length: number }
  | { readonly kind: 'task.title-multiline' }
  | { readonly kind: 'task.text-empty'; readonly field: TextField }
  | { readonly kind: 'task.text-multiline'; readonly field: TextField }
  | { readonly kind: 'task.text-too-long'; readonly field: TextField; readonly bytes: number; readonly limit: number }
  | { readonly kind: 'task.text-binary'; readonly field: TextField }
  | { readonly kind: 'task.bad-priority'; readonly text: string }
  | { readonly kind: 'task.bad-type'; readonly text: string }
  | { readonly kind: 'task.bad-estimate'; readonly text: string }
  | ChoiceFailure
  | { readonly kind: 'task.bad-word'; readonly field: TextField; readonly text: string }
  | { readonly kind: 'task.bad-link'; readonly text: string }
  /** Not one object of JSON. */
  /** The pair that is none, where it was given as `key=value`. */
  | { readonly kind: 'task.bad-metadata'; readonly pair?: string | undefined }
  /** A number that a number here cannot hold as it is written. */
  | { readonly kind: 'task.long-number'; readonly digits: string }
  | { readonly kind: 'task.too-many'; readonly field: TextField; readonly most: number };

/** That a word is none of those that a field chooses from. */
export type ChoiceFailure = {
  [Field in DetailOf<'choice'>]: { readonly kind: `task.bad-${Field}`; readonly text: string };
}[DetailOf<'choice'>];
