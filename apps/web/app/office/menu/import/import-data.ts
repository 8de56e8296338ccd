import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MENU_FILE_LIMITS, tooLargeMenuFile } from '@tiffin/domain/menu-file';
import { api, type Answer, type Body } from '../../../shared/api/api.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { newKey } from '../../../shared/api/new-key.ts';
import { record } from '@tiffin/domain/core';
import { EDITED_MENUS } from '../menu-data.ts';
import { texts } from './texts.ts';

export type Plan = Answer<'previewMenuImport'>;
export type ImportResult = Answer<'importMenu'>;
export type PlanOfPlace = Plan['places'][number];

/** A file as it is uploaded. */
export interface ChosenFile {
  readonly name: string;
  readonly base64: string;
}

/** A problem found before the upload. */
export class FileProblem extends Error {}

export async function readChosen(file: File): Promise<ChosenFile> {
  if (file.size > MENU_FILE_LIMITS.bytes) throw new FileProblem(tooLargeMenuFile);
  if (file.size === 0) throw new FileProblem(texts.emptyFile);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileProblem(texts.unreadable);
  });
  return { name: file.name, base64: toBase64(new Uint8Array(bytes)) };
}

/** Wraps a text as if it had been chosen as a file. */
export function asFile(name: string, text: string): ChosenFile {
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
export function planWith(error: unknown): Plan | null {
  const plan = error instanceof ApiError ? error.details['plan'] : null;
  return record(plan) ? (plan as Plan) : null;
}

const IMPORTS = ['menu-imports'] as const;

export function useImports() {
  return useQuery({ queryKey: IMPORTS, queryFn: ({ signal }) => api('getMenuImports', {}, { signal }), staleTime: 0 });
}

export function useImportActions() {
  const client = useQueryClient();
  const reload = () => {
    void client.invalidateQueries({ queryKey: IMPORTS });
    void client.invalidateQueries({ queryKey: EDITED_MENUS });
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
