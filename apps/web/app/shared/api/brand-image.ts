import { useState } from 'react';
import { emailImageProblem } from '@tiffin/domain/messages';
import { imageProblem } from '@tiffin/domain/menu';
import { postForm } from './post-form.ts';
import { useAction } from './use-action.ts';

/** Uploads a picture of the restaurant for its pages and mails, with progress and errors. */
export function useBrandImage(failureMessage: string, onSaved: (url: string) => void) {
  const [share, setShare] = useState(0);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const upload = useAction((file: File) => postForm('uploadBrandImage', { file }, { onProgress: setShare }), {
    onDone: ({ url }) => onSaved(url),
  });
  return {
    share: upload.isBusy ? share : null,
    problem: fileProblem ?? (upload.error && `${failureMessage}: ${upload.error}`),
    keep(file: File | undefined) {
      if (!file) return;
      const problem = emailImageProblem(file.size) ?? imageProblem(file);
      setFileProblem(problem);
      setShare(0);
      if (problem === null) void upload.send(file);
    },
  };
}
