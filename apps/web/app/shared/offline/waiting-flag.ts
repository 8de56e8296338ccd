import { stored } from './stored.ts';

/** Set while anything waits, so that a page need not open the database to know that nothing does. */
export const waitingFlag = stored('tiffin_waiting');
