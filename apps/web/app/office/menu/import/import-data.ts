import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MENU_FILE_LIMITS, MENU_FILE_TOO_LARGE } from '@tiffin/domain/menu-file';
import { api, type Answer, type Body } from '../../../shared/api/api.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { newKey } from '../../../shared/api/new-key.ts';
import { asRecord, say } from '@tiffin/domain/core';
import { EDITED_MENU_KEY } from '../menu-data.ts';

export type ImportPlan = Answer<'previewMenuImport'>;
export type ImportResult = Answer<'importMenu'>;
export type LocationImportPlan = ImportPlan['places'][number];

/** A file as it is uploaded. */
export interface ChosenFile {
  readonly name: string;
  readonly base64: string;
}

/** A problem found before the upload. */
export class FileProblem extends Error {}

export async function readChosenFile(file: File): Promise<ChosenFile> {
  if (file.size > MENU_FILE_LIMITS.bytes) throw new FileProblem(MENU_FILE_TOO_LARGE);
  if (file.size === 0) throw new FileProblem(say`This file is empty. Please choose another one.`);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileProblem(say`This file could not be opened. Please choose it again.`);
  });
  return { name: file.name, base64: toBase64(new Uint8Array(bytes)) };
}

/** Wraps a text as if it had been chosen as a file. */
export function textAsFile(name: string, text: string): ChosenFile {
  return { name, base64: toBase64(new TextEncoder().encode(text)) };
}

function toBase64(bytes: Uint8Array): string {
  // Some browsers overflow the stack with more arguments per call.
  const step = 0x2000;
  let text = '';
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}

/** The current plan, when a refusal contains one because the menu changed. */
export function planFromError(error: unknown): ImportPlan | null {
  const plan = error instanceof ApiError ? error.details['plan'] : null;
  return asRecord(plan) ? (plan as ImportPlan) : null;
}

const IMPORTS = ['menu-imports'] as const;

export function useImports() {
  return useQuery({ queryKey: IMPORTS, queryFn: ({ signal }) => api('getMenuImports', {}, { signal }), staleTime: 0 });
}

export function useImportActions() {
  const client = useQueryClient();
  const reload = () => {
    void client.invalidateQueries({ queryKey: IMPORTS });
    void client.invalidateQueries({ queryKey: EDITED_MENU_KEY });
    void client.invalidateQueries({ queryKey: ['option-groups'] });
  };
  const importMenu = useMutation({
    mutationFn: ({ key, ...body }: Body<'importMenu'> & { key: string }) =>
      api('importMenu', { body }, { idempotencyKey: key }),
    onSuccess: reload,
  });
  const undo = useMutation({
    mutationFn: (importId: string) => api('undoMenuImport', { body: { importId } }, { idempotencyKey: newKey() }),
    onSuccess: reload,
  });
  return { importMenu, undo };
}
