import { eventWriter } from '@cw/storage';
import type { UpkeepEvent } from './contract.ts';

export const { append } = eventWriter<UpkeepEvent>();
