import { useState } from 'react';
import type { GlutenCereal } from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { newKey } from '../../../shared/api/new-key.ts';
import { api } from '../../../shared/api/api.ts';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import {
  FileProblem,
  planFromError,
  readChosenFile,
  useImportActions,
  type ChosenFile,
  type ImportResult,
  type ImportPlan,
} from './import-data.ts';

/** Statuses whose messages explain what is wrong with a file. */
export const EXPLAINED_STATUSES = [400, 404, 409, 413, 429];

interface Preview {
  readonly file: ChosenFile;
  readonly plan: ImportPlan;
  /** What “gluten” means in the file; empty if nobody has said. */
  readonly gluten: readonly GlutenCereal[];
  /** One press is one import, even if it is retried. */
  readonly key: string;
}

/** A menu file on its way into the menus of these locations: read, previewed, imported. */
export function useMenuImport(locationIds: readonly string[]) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The file whose preview failed, to try it again. */
  const [failedFile, setFailedFile] = useState<ChosenFile | null>(null);
  const [done, setDone] = useState<{ readonly result: ImportResult; readonly preview: Preview } | null>(null);
  const { importMenu } = useImportActions();

  async function previewFile(
    file: ChosenFile,
    columns?: readonly (string | null)[],
    gluten: readonly GlutenCereal[] = [],
  ) {
    setReading(true);
    setProblem(null);
    setFailedFile(null);
    try {
      const body = {
        file: file.base64,
        locationIds: [...locationIds],
        ...(gluten.length > 0 && { gluten: [...gluten] }),
        ...(columns && { columns: [...columns] }),
      };
      setPreview({ file, plan: await api('previewMenuImport', { body }), gluten, key: newKey() });
    } catch (error) {
      setProblem(errorTextOrServerMessage(error, EXPLAINED_STATUSES));
      setFailedFile(file);
    }
    setReading(false);
  }

  const refreshPreview = ({ file, plan, gluten }: Preview) => previewFile(file, columnsOf(plan), gluten);

  async function readFile(file: File | null) {
    if (!file) return;
    setProblem(null);
    setFailedFile(null);
    try {
      await previewFile(await readChosenFile(file));
    } catch (error) {
      setProblem(
        error instanceof FileProblem ? error.message : say`This file could not be opened. Please choose it again.`,
      );
    }
  }

  function importPreview({ file, plan, gluten, key }: Preview, leaveOut: readonly number[]) {
    setProblem(null);
    const body = {
      file: file.base64,
      locationIds: [...locationIds],
      columns: [...columnsOf(plan)],
      ...(gluten.length > 0 && { gluten: [...gluten] }),
      token: plan.token,
    };
    importMenu.mutate(
      { ...body, leaveOut: [...leaveOut], key },
      {
        onSuccess: (result) => {
          setDone({ result, preview: { file, plan, gluten, key } });
          setPreview(null);
        },
        onError: (error) => {
          setProblem(
            `${say`The file could not be imported. Nothing was changed.`} ${errorTextOrServerMessage(error, EXPLAINED_STATUSES)}`,
          );
          const currentPlan = planFromError(error);
          if (currentPlan) setPreview({ file, plan: currentPlan, gluten, key: newKey() });
        },
      },
    );
  }

  return {
    preview,
    done,
    problem,
    failedFile,
    isReading,
    isImporting: importMenu.isPending,
    readFile,
    previewFile,
    refreshPreview,
    importPreview,
    startOver: () => setDone(null),
  };
}

export function columnsOf({ columns }: ImportPlan): readonly (string | null)[] {
  return columns.map(({ target }) => target);
}
