import type { ProjectSource } from '../model/project-source.ts';

/** A source that has been looked at, and the branch that its own work goes to. */
export type InspectedSource = { readonly source: ProjectSource; readonly defaultBranch: string };

/** The repositories that projects are made of, and the private clones of them. */
export type Repositories = {
  /**
   * Looks at what a project is to be made of; makes nothing.
   * @throws Fault that names what is wrong with the source or the branch
   */
  inspect(source: ProjectSource, defaultBranch: string | undefined): Promise<InspectedSource>;
  /**
   * Makes a project's private clone and its folders: all at once or not at all.
   * @throws Fault `project.source-unreachable` or `git.*`
   */
  clone(projectId: string, inspected: InspectedSource): Promise<void>;
  /** Takes away what `clone` made for a project that was not added after all. */
  discard(projectId: string): Promise<void>;
  /** @throws Fault `project.context-unreadable` */
  mustBeFile(path: string): Promise<void>;
};
