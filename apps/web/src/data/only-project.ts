/** For a link to another screen: of what the address asks for now, only the project holds there too. */
export function onlyProject({ project }: { readonly project?: string | undefined }): {
  readonly project: string | undefined;
} {
  return { project };
}
