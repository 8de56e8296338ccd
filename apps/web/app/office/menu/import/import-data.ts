import { asRecord, err, ok, say, type Result } from '@tiffin/domain/core';
import { MENU_FILE_LIMITS, MENU_FILE_TOO_LARGE, menuSheetTooLarge } from '@tiffin/domain/menu-file';
import type { Answer, Body } from '../../../shared/api/api.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { GROUP_CHANGES } from '../options/groups-data.ts';

type NewKeys = 'program' | 'columns' | 'newGroups' | 'unknownGroups';
/** An older copy of the server sends a plan without `NewKeys`. */
export type ImportPlan = Omit<Answer<'previewMenuImport'>, NewKeys> &
  Partial<Pick<Answer<'previewMenuImport'>, NewKeys>>;
export type ImportResult = Answer<'importMenu'>;

export interface ChosenFile {
  readonly name: string;
  readonly base64: string;
  /** True for a text that may be a list. */
  readonly isPasted?: boolean;
}

/** What a person corrects in a plan. */
export type ImportChoices = Pick<Body<'previewMenuImport'>, 'columns' | 'category'>;

export function pastedFile(text: string): ChosenFile {
  return { name: say`Pasted list`, base64: toBase64(new TextEncoder().encode(text)), isPasted: true };
}

/** The chosen file, or why it cannot be uploaded. */
export async function readChosenFile(file: File): Promise<Result<ChosenFile, string>> {
  if (file.size > MENU_FILE_LIMITS.bytes) return err(MENU_FILE_TOO_LARGE);
  if (file.size === 0) return err(say`This file is empty. Please choose another one.`);
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return err(say`This file could not be opened. Please choose it again.`);
  const content = new Uint8Array(bytes);
  if (!file.name.toLowerCase().endsWith('.xlsx')) return ok({ name: file.name, base64: toBase64(content) });
  try {
    const { workbookCsv } = await import('./workbook-csv.ts');
    const csv = workbookCsv(content);
    if (csv === null) return err(menuSheetTooLarge());
    return ok({ name: file.name, base64: toBase64(new TextEncoder().encode(csv)) });
  } catch {
    return err(say`This workbook could not be read. Please save it as “CSV UTF-8” and choose that file.`);
  }
}

function toBase64(bytes: Uint8Array): string {
  // Some browsers overflow the stack with more arguments per call.
  const chunkSize = 0x2000;
  let text = '';
  for (let start = 0; start < bytes.length; start += chunkSize)
    text += String.fromCharCode(...bytes.subarray(start, start + chunkSize));
  return btoa(text);
}

/** The current plan, when a refusal contains one because the menu changed. Our server wrote it, so it is trusted. */
export function planFromError(error: unknown): ImportPlan | null {
  const plan = error instanceof ApiError ? error.details['plan'] : null;
  return asRecord(plan) ? (plan as ImportPlan) : null;
}

/** The refused rows, of the file and of each location. */
export function countRefused({ refused, places }: ImportPlan): number {
  return places.reduce((sum, location) => sum + location.refused.length, refused.length);
}

export const IMPORTS_KEY = ['menu-imports'];

/** What is loaded again after an import or its undoing. */
export const IMPORT_CHANGES = [IMPORTS_KEY, ...GROUP_CHANGES];
