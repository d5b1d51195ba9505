import { createContext } from 'react';

/** Whether somebody has tried to send the form around, so that it says what is missing. */
export const FormTried = createContext(false);
