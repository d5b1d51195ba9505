/** Where it was said which model a run begins with: for that attempt, or in a layer of the settings. */
export const modelSources = ['attempt', 'task', 'initiative', 'project', 'workspace'] as const;
export type ModelSource = (typeof modelSources)[number];

/** A model's name as programs take it: never what they would read as an option. */
export function isModelName(text: string): boolean {
  return /^[A-Za-z0-9][\w.:/@[\]-]{0,119}$/.test(text);
}
