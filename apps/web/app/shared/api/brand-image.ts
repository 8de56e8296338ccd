import { useState } from 'react';
import { emailImageProblem } from '@tiffin/domain/messages';
import { imageProblem } from '@tiffin/domain/menu';
import { postForm } from './post-form.ts';
import { errorText } from '../errors/error-text.ts';

/** Uploads a picture of the restaurant for its pages and mails, with progress and errors. */
export function useBrandImage(failureMessage: string, onSaved: (url: string) => void) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function keep(file: File | undefined): Promise<void> {
    if (!file) return;
    const wrong = emailImageProblem(file.size) ?? imageProblem(file);
    setProblem(wrong);
    if (wrong) return;
    setShare(0);
    try {
      onSaved((await postForm('uploadBrandImage', { file }, { onProgress: setShare })).url);
    } catch (error) {
      setProblem(`${failureMessage}: ${errorText(error)}`);
    } finally {
      setShare(null);
    }
  }

  return { share, problem, keep: (file: File | undefined) => void keep(file) };
}
