import { useState } from 'react';
import { CircleCheck, Circle, Plus, SlidersHorizontal, X } from 'lucide-react';
import { movedTo } from '@tiffin/domain/menu';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { DollarInput, TextInput } from '../../../ui/inputs.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { texts as menuTexts } from '../texts.ts';
import { freshOption, type TypedOption } from './group-codec.ts';
import { OptionDetails, type DetailsProps } from './option-details.tsx';
import styles from './options.module.css';
import { texts } from './texts.ts';

const words = texts.option;

interface OptionRowsProps extends Pick<DetailsProps, 'sizes' | 'opens'> {
  options: readonly TypedOption[];
  onOptions: (options: readonly TypedOption[]) => void;
  /** Of a size the price is the dish's, of anything else it comes on top. */
  isSize: boolean;
  isOne: boolean;
  error: string | undefined;
}

/** The options of a group: named, priced, put in order; of each there is more behind its button. */
export function OptionRows({ options, onOptions, isSize, isOne, error, ...rest }: OptionRowsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const change = (key: string, to: Partial<TypedOption>) =>
    onOptions(options.map((each) => (each.key === key ? { ...each, ...to } : each)));

  /** Of one only one can be chosen from the start. */
  function first(option: TypedOption) {
    const isDefault = !option.isDefault;
    onOptions(
      options.map((each) =>
        each.key === option.key ? { ...each, isDefault } : isOne && isDefault ? { ...each, isDefault: false } : each,
      ),
    );
  }

  return (
    <section className="stack gap-8" aria-label={texts.fields.options}>
      <h3 className="text-sm weight-600">{texts.fields.options}</h3>
      <SortableList
        label={texts.fields.options}
        texts={menuTexts.arranging}
        onMove={(from, to) => onOptions(movedTo(options, from, to))}
        entries={options.map((option, place) => {
          const name = option.name.trim() || words.unnamed(place + 1);
          const isOpen = open === option.key;
          return {
            id: option.key,
            name,
            content: (
              <div className={styles.option}>
                <TextInput
                  aria-label={words.nameOf(place + 1)}
                  autoComplete="off"
                  maxLength={60}
                  placeholder={words.name}
                  value={option.name}
                  {...(error && option.name.trim() === '' && { 'aria-invalid': true })}
                  onChange={(event) => change(option.key, { name: event.target.value })}
                />
                <DollarInput
                  aria-label={words.priceOf(name)}
                  autoComplete="off"
                  placeholder={isSize ? words.sizePrice : '0.00'}
                  value={option.price}
                  onValue={(price) => change(option.key, { price })}
                />
                <IconButton
                  label={words.firstOf(name)}
                  aria-pressed={option.isDefault}
                  className={option.isDefault ? styles.isFirst : undefined}
                  onClick={() => first(option)}
                >
                  {option.isDefault ? <CircleCheck aria-hidden="true" /> : <Circle aria-hidden="true" />}
                </IconButton>
                <IconButton
                  label={words.more(name)}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : option.key)}
                >
                  <SlidersHorizontal aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={words.remove(name)}
                  onClick={() => onOptions(options.filter((each) => each.key !== option.key))}
                >
                  <X aria-hidden="true" />
                </IconButton>
                {isOpen && (
                  <OptionDetails
                    {...rest}
                    isCounted={!isOne}
                    option={option}
                    onChange={(to) => change(option.key, to)}
                  />
                )}
              </div>
            ),
          };
        })}
      />
      <FieldError error={error} />
      <div>
        <Button look="quiet" onClick={() => onOptions([...options, freshOption()])}>
          <Plus aria-hidden="true" />
          {words.add}
        </Button>
      </div>
    </section>
  );
}
