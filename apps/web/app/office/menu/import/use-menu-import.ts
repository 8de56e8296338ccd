import { useState } from 'react';
import type { GlutenCereal } from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { api } from '../../../shared/api/api.ts';
import { useAction } from '../../../shared/api/use-action.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import {
  IMPORT_CHANGES,
  planFromError,
  readChosenFile,
  type ChosenFile,
  type ImportPlan,
  type ImportResult,
} from './import-data.ts';

/** How a file is read. */
interface Reading {
  readonly file: ChosenFile;
  /** The fields of the columns; guessed without. */
  readonly columns?: readonly (string | null)[];
  /** What “gluten” means in the file; missing if nobody has said. */
  readonly gluten?: readonly GlutenCereal[];
}

interface Preview extends Reading {
  readonly plan: ImportPlan;
}

/** A menu file on its way into the menus of these locations: read, previewed, imported. */
export function useMenuImport(locationIds: readonly string[]) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [failed, setFailed] = useState<Reading | null>(null);
  const [done, setDone] = useState<{ readonly result: ImportResult; readonly preview: Preview } | null>(null);

  const bodyOf = ({ file, columns, gluten = [] }: Reading) => ({
    file: file.base64,
    locationIds: [...locationIds],
    ...(columns && { columns: [...columns] }),
    ...(gluten.length > 0 && { gluten: [...gluten] }),
  });
  const reading = useAction((input: Reading) => api('previewMenuImport', { body: bodyOf(input) }), {
    onDone: (plan, input) => setPreview({ ...input, plan }),
    onFailed(_error, input) {
      setFailed(input);
      return undefined;
    },
  });
  const importing = useCall('importMenu', {
    changes: IMPORT_CHANGES,
    onDone(result) {
      if (preview) setDone({ result, preview });
      setPreview(null);
    },
    onFailed(error) {
      const plan = planFromError(error);
      if (plan && preview) setPreview({ ...preview, plan });
      return undefined;
    },
  });

  function read(input: Reading) {
    setFileProblem(null);
    importing.clearError();
    void reading.send(input);
  }

  return {
    preview,
    done,
    problem:
      importing.error === null
        ? (fileProblem ?? reading.error)
        : `${say`The file could not be imported. Nothing was changed.`} ${importing.error}`,
    isReading: reading.isBusy,
    isBusy: reading.isBusy || importing.isBusy,
    read,
    /** Reads the file of a preview again, as far as it was understood. */
    readAgain: ({ file, plan, gluten = [] }: Preview, changed: Partial<Reading> = {}) =>
      read({ file, columns: columnsOf(plan), gluten, ...changed }),
    /** Reads the file again that failed. */
    retry: failed && reading.error !== null ? () => read(failed) : null,
    async choose(chosen: File | null) {
      if (!chosen) return;
      const file = await readChosenFile(chosen);
      reading.clearError();
      if (typeof file === 'string') setFileProblem(file);
      else read({ file });
    },
    importPreview(input: Preview, leaveOut: readonly number[]) {
      reading.clearError();
      const { plan, ...rest } = input;
      void importing.send({
        ...bodyOf({ ...rest, columns: columnsOf(plan) }),
        token: plan.token,
        leaveOut: [...leaveOut],
      });
    },
    startOver: () => setDone(null),
  };
}

function columnsOf({ columns }: ImportPlan): readonly (string | null)[] {
  return columns.map(({ target }) => target);
}
