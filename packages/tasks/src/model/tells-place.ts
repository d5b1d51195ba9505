/** Whether a query, as it was typed, names a project or a task, so that the folder does not tell which tasks are meant. */
export function tellsPlace(query: string | undefined): boolean {
  return /\b(?:project|parent|under|id|needs|blocks)\b/i.test(query ?? '');
}
