// The state that people see: of a task, a run, an agent, and how many there are in each. It is told by two views of the
// database (`views.ts`), which every list, filter and count of any room reads, so that no two of them can differ. It keeps
// nothing, writes nothing, and refuses to decide anything: what happened to a task or a run is of the rooms to its left.
export { countStates, type StateCounts } from './queries/count-states.ts';
export { type Ended, monitorToday, type ProjectMonitor } from './queries/monitor-projects.ts';
export { type WorkFigures, workFigures } from './queries/work-figures.ts';
export { createStatesModule, type StatesModule } from './states.module.ts';
