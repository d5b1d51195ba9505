import { lookAtFullScreens } from './full-screens.ts';

lookAtFullScreens(1440);
