import { commandsOver } from '@cw/storage';
import { agentStore } from './adapters/agent-store.ts';
import { runStore } from './adapters/run-store.ts';

// How the commands of this room are run, by what each of them is about.

export const agents = commandsOver(agentStore);
export const runs = commandsOver(runStore);
