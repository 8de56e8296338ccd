import { useEffect, useState } from 'react';
import { ImageUp } from 'lucide-react';
import { imageProblem, IMAGE_TYPES, photoProblem } from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { useAction } from '../../shared/api/use-action.ts';
import { DishPicture } from '../../shared/dish/dish-picture.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Progress } from '../../ui/figures.tsx';
import { usePageEvent } from '../../ui/page-event.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { DropZone } from './drop-zone.tsx';
import type { Dish } from './menu-data.ts';
import {
  fetchPhoto,
  sendPhoto,
  uploadErrorText,
  type PhotoTarget,
  type UploadedPhoto,
  shrinkPhoto,
  sizeText,
} from './send-photo.ts';
import styles from './menu.module.css';

export interface PhotoDialogProps {
  title: string;
  dish: Pick<Dish, 'image' | 'art'>;
  target: PhotoTarget;
  /** Assigns the uploaded photo, or null for none. Rejects with what `uploadErrorText` can say. */
  onPhoto: (url: string | null) => unknown;
  onClose: () => void;
}

interface Step {
  readonly label: string;
  /** From 0 to 1; undefined while unknown. */
  readonly share?: number;
}

/** Uploads a photo from a file or an address, or removes it. */
export function PhotoDialog({ title, dish, target, onPhoto, onClose }: PhotoDialogProps) {
  const [tab, setTab] = useState<'upload' | 'url'>('upload');
  const [picked, setPicked] = usePicked();
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<Step & { readonly stop: () => void }>();

  const report = {
    onDone: onClose,
    onFailed(error: unknown) {
      setProblem(uploadErrorText(error));
      return true;
    },
  };
  const upload = useAction(async () => {
    const abort = new AbortController();
    const showStep = (next: Step) => setStep({ ...next, stop: () => abort.abort() });
    const file = tab === 'upload' && picked?.file;
    showStep({ label: file ? say`Preparing the photo` : say`Fetching the photo` });
    const stored = await (file
      ? uploadFile(file, target, abort.signal, showStep)
      : fetchPhoto(url, target, abort.signal));
    showStep({ label: say`Processing the photo` });
    await onPhoto(stored.url);
  }, report);
  const remove = useAction(async () => onPhoto(null), report);

  function choose(file: File | null) {
    const refusal = imageProblem(file);
    setProblem(refusal);
    setPicked(refusal === null ? file : null);
    setTab('upload');
  }
  function save() {
    const refusal = tab === 'url' ? photoProblem(url, null) : photoProblem('', picked?.file ?? null);
    setProblem(refusal);
    if (refusal === null) void upload.send();
  }
  usePastedFile(choose, upload.isBusy);

  return (
    <Dialog
      onClose={onClose}
      title={title}
      dismissable={!upload.isBusy}
      footer={
        upload.isBusy ? (
          <Button look="quiet" onClick={step?.stop}>
            {say`Cancel upload`}
          </Button>
        ) : (
          <>
            {dish.image !== null && (
              <ConfirmButton
                look="danger"
                question={{
                  title: say`Are you sure you want to remove this image?`,
                  confirm: say`Remove`,
                  look: 'danger-solid',
                }}
                onConfirm={() => remove.send()}
              >
                {say`Remove Photo`}
              </ConfirmButton>
            )}
            <Button look="quiet" onClick={onClose}>
              {say`Cancel`}
            </Button>
            <Button onClick={save}>{say`Save Photo`}</Button>
          </>
        )
      }
    >
      <div className="grid gap-16">
        <figure className={`clip round-md ${styles.present}`}>
          <DishPicture dish={dish} sizes="300px" className="full-height" />
          <figcaption className="sr-only">{say`Current photo`}</figcaption>
        </figure>
        <Tabs
          label={say`Where the photo comes from`}
          value={tab}
          onValue={(next) => {
            setTab(next);
            setProblem(null);
          }}
          tabs={[
            {
              id: 'upload',
              label: say`Upload`,
              panel: (
                <DropZone
                  labels={{
                    drop: say`Drop a photo here, paste it, or`,
                    choose: say`choose a file`,
                    rules: say`JPEG, PNG or WebP, at most 5 MB`,
                  }}
                  icon={<ImageUp className="soft" />}
                  accept={IMAGE_TYPES.join(',')}
                  disabled={upload.isBusy}
                  onFile={choose}
                >
                  {picked && (
                    <Preview picked={picked} onBroken={() => setProblem(say`Failed to create image preview`)} />
                  )}
                </DropZone>
              ),
            },
            {
              id: 'url',
              label: say`URL`,
              panel: (
                <TextField
                  label={say`Image URL`}
                  hint={say`The photo is downloaded once and stored here.`}
                  type="url"
                  inputMode="url"
                  placeholder="https://"
                  value={url}
                  disabled={upload.isBusy}
                  onValue={(text) => {
                    setUrl(text);
                    setProblem(null);
                  }}
                />
              ),
            },
          ]}
        />
        {upload.isBusy && step && <Progress label={step.label} value={step.share} />}
        <FieldError error={problem} />
      </div>
    </Dialog>
  );
}

/** Uses a pasted picture wherever the focus is. */
function usePastedFile(onFile: (file: File) => void, disabled: boolean) {
  usePageEvent('paste', (event) => {
    const pasted = event.clipboardData?.files[0];
    if (!pasted || disabled) return;
    event.preventDefault();
    onFile(pasted);
  });
}

/** The share of the progress from which the server only has to process the photo. */
const PROCESSING_FROM = 0.9;

async function uploadFile(
  file: File,
  target: PhotoTarget,
  signal: AbortSignal,
  showStep: (step: Step) => void,
): Promise<UploadedPhoto> {
  const ready = await shrinkPhoto(file);
  signal.throwIfAborted();
  const onProgress = (share: number) =>
    showStep({ label: share < PROCESSING_FROM ? say`Uploading the photo` : say`Processing the photo`, share });
  return sendPhoto(ready, target, { signal, onProgress });
}

interface Picked {
  readonly file: File;
  readonly address: string;
}

/** The chosen file. Its object URL is revoked when it is replaced. */
function usePicked(): [Picked | null, (file: File | null) => void] {
  const [picked, setPicked] = useState<Picked | null>(null);
  useEffect(() => () => URL.revokeObjectURL(picked?.address ?? ''), [picked]);
  return [picked, (file) => setPicked(file && { file, address: URL.createObjectURL(file) })];
}

function Preview({ picked: { file, address }, onBroken }: { picked: Picked; onBroken: () => void }) {
  return (
    <figure className={`grid gap-8 items-center ${styles.preview}`}>
      <img className="round-sm" src={address} alt={say`Chosen photo`} onError={onBroken} />
      <figcaption className="hint break-anywhere">
        <b>{file.name}</b> {sizeText(file.size)}
      </figcaption>
    </figure>
  );
}
