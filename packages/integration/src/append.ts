import { eventWriter } from '@cw/storage';
import type { MergeEvent } from './contract.ts';

export const { append } = eventWriter<MergeEvent>();
