import { eventWriter } from '@cw/storage';
import type { ProjectEvent } from './contract.ts';

export const { append } = eventWriter<ProjectEvent>();
