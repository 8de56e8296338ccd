import { userNotices } from '@tiffin/domain/errors';
import { apiErrorFrom } from '../../shared/api/api-error.ts';
import { saveFile } from '../../shared/page/save-file.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { toast } from '../../ui/toasts.ts';
import type { UserFilter } from './use-users.ts';

/** Everybody the filters find, as a file; its name and its rows are the server's. */
export async function exportUsers(filter: UserFilter): Promise<void> {
  const query = new URLSearchParams({ ...filter });
  try {
    const answer = await fetch(`/api/getUsersCsv?${query.toString()}`);
    if (!answer.ok) throw await apiErrorFrom(answer);
    const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'users-export.csv';
    // The bytes as they are: reading them as text would drop the mark at their start.
    saveFile(name, await answer.blob(), 'text/csv');
    toast.success(userNotices.exported(Number(answer.headers.get('x-row-count'))));
  } catch (error) {
    const words = wordsFor(error);
    if (words === userNotices.noneToExport) toast.error(words);
    else toast.error(userNotices.exportFailed, { description: words });
  }
}
