import { eventWriter } from '@cw/storage';
import type { ConfigEvent } from './contract.ts';

export const { append } = eventWriter<ConfigEvent>();
