/** Under this heading the notes of an issue stand behind its description, where people read and search them. */
const heading = '## Notes from beads';

/** A description with the notes of its issue behind it; undefined where the two could not be told apart again. */
export function withNotes(description: string, notes: string): string | undefined {
  if (description.includes(heading) || notes.includes(heading)) return undefined;
  return `${description}${description === '' ? '' : '\n\n'}${heading}\n\n${notes}`;
}

/** The two again, also when they were written anew since; notes are empty where there are none. */
export function splitNotes(text: string): { readonly description: string; readonly notes: string } {
  const [, description = '', notes] = /^(?:([\s\S]*?)\n\n)?## Notes from beads\n\n([\s\S]+)$/.exec(text) ?? [];
  const isPair = notes !== undefined && withNotes(description, notes) === text;
  return isPair ? { description, notes } : { description: text, notes: '' };
}
