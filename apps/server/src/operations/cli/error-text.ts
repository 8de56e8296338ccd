import { Refusal } from '@tiffin/domain/core';
import { PictureStoreError } from '../../adapters/pictures/picture-store.ts';
import { isDatabaseUnavailable } from '../../platform/db/connection.ts';
import { StartError } from '../../platform/db/embedded/start-error.ts';
import { ConfigError } from '../../platform/read-variables.ts';

/** Formats a command's error: the message of an expected one, the stack of any other. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExplained = error instanceof Refusal || error instanceof ConfigError || error instanceof StartError;
  if (isExplained || error instanceof PictureStoreError) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  if (code === '53100' || code === 'ENOSPC')
    return `The disk is full: ${error.message}. Free some space and try again.`;
  // A named file cannot be opened. Sockets and addresses that do not answer fail with another system call.
  if ('syscall' in error && 'path' in error && error.syscall === 'open') return error.message;
  if (code.startsWith('ERR_PARSE_ARGS')) return error.message;
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached. Is it running, and is DATABASE_URL right?';
  return error.stack ?? error.message;
}
