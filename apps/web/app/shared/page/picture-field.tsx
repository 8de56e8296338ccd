import { useRef, useState } from 'react';
import { ImagePlus, Trash2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { imageProblem, IMAGE_TYPES } from '@tiffin/domain/menu';
import { emailImageProblem } from '@tiffin/domain/messages';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Progress } from '../../ui/figures.tsx';
import type { FormFieldProps } from '../../ui/use-form.ts';
import { postForm } from '../api/post-form.ts';
import { useAction } from '../api/use-action.ts';

interface PictureFieldProps extends FormFieldProps<string> {
  choose?: string;
  remove?: string;
}

/** A picture of the restaurant for its pages and mails. We host it, because sent mails keep loading it. */
export function PictureField({
  label,
  hint = say`JPEG, PNG or WebP, at most 2MB.`,
  choose = say`Choose a picture`,
  remove = say`Remove the picture`,
  value: shown,
  onValue,
}: PictureFieldProps) {
  const [share, setShare] = useState(0);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const upload = useAction((file: File) => postForm('uploadBrandImage', { file }, { onProgress: setShare }), {
    onDone: ({ url }) => onValue(url),
  });
  const problem = fileProblem ?? (upload.error && `${say`The picture could not be saved`}: ${upload.error}`);
  const input = useRef<HTMLInputElement>(null);

  function checkAndUpload(file: File) {
    const problemOfFile = emailImageProblem(file.size) ?? imageProblem(file);
    setFileProblem(problemOfFile);
    setShare(0);
    if (problemOfFile === null) void upload.send(file);
  }

  return (
    <div className="grid gap-6 content-start">
      <span className="label">{label}</span>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) checkAndUpload(file);
          target.value = '';
        }}
      />
      <div className="row flex-wrap gap-8">
        {shown && <img className="round-sm" src={shown} alt="" height={44} />}
        <Button look="line" busy={upload.isBusy} onClick={() => input.current?.click()}>
          <ImagePlus />
          {choose}
        </Button>
        {shown && (
          <Button look="ghost" onClick={() => onValue('')}>
            <Trash2 />
            {remove}
          </Button>
        )}
      </div>
      <p className="hint">{hint}</p>
      {upload.isBusy && <Progress label={say`Uploading the picture`} value={share} />}
      <FieldError error={problem} />
    </div>
  );
}
