import { useId, useRef } from 'react';
import { ImagePlus, Trash2 } from 'lucide-react';
import { IMAGE_TYPES } from '@tiffin/domain/menu';
import { useBrandImage } from '../../../shared/api/brand-image.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/spinner.tsx';
import styles from './picture-field.module.css';
import { composeTexts } from './texts.ts';

/** A picture for the mail, kept by the house: a mail that left keeps asking for it. */
export function PictureField({
  imageUrl,
  onImage,
}: {
  imageUrl: string | null;
  onImage: (url: string | null) => void;
}) {
  const { share, problem, keep } = useBrandImage(composeTexts.pictureFailed, onImage);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  return (
    <div className="grid gap-6 items-start">
      <input
        ref={input}
        id={id}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-label={composeTexts.picture}
        onChange={(event) => {
          keep(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {imageUrl ? (
        <div className={`relative ${styles.chosen}`}>
          <img className="round-md" src={imageUrl} alt="" />
          <IconButton label={composeTexts.removePicture} look="plain" onClick={() => onImage(null)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ) : (
        <>
          <Button look="line" busy={share !== null} onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" />
            {composeTexts.choosePicture}
          </Button>
          <p className="hint">{composeTexts.pictureHint}</p>
        </>
      )}
      {share !== null && <Progress label={composeTexts.uploading} value={share} />}
      <FieldError error={problem} />
    </div>
  );
}
