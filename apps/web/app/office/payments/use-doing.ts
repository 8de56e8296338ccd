import { useState } from 'react';
import { wordsFor } from '../../shared/errors/words.ts';
import { toast } from '../../ui/toasts.ts';

/** One thing at a time, by its id: its button is busy, what goes wrong is said. */
export function useDoing(onDone: () => void): {
  readonly busy: string | null;
  readonly run: (id: string, work: () => Promise<string>) => void;
} {
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    run(id, work) {
      if (busy !== null) return;
      setBusy(id);
      work()
        .then((said) => {
          toast.success(said);
          return onDone();
        })
        .catch((error: unknown) => toast.error(wordsFor(error)))
        .finally(() => setBusy(null));
    },
  };
}
