import type { ProjectValues } from '../model/project.ts';
import type { InspectedSource } from './repositories.ts';

export type NewProject = {
  readonly id: string;
  readonly name: string;
  readonly inspected: InspectedSource;
  readonly integrationBranch: string;
  readonly values: ProjectValues;
};

export type ProjectChange = ProjectValues & { readonly name: string; readonly defaultBranch: string };

/** Writes projects, within the transaction it was made for. */
export type ProjectStore = {
  insert(project: NewProject): Promise<void>;
  update(id: string, change: ProjectChange): Promise<void>;
  /** Takes it out of every list; the row stays. */
  remove(id: string): Promise<void>;
};
