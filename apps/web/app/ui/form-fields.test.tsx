import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EditDialog, EditForm, TextField } from './form-fields.tsx';
import { formOf, textField } from './form.ts';
import { useForm } from './use-form.ts';

const dish = formOf({ name: textField('Name') });

function useDish(busy: boolean) {
  const form = useForm(dish, { save: async () => undefined, savedMeanwhile: () => null, refused: () => null });
  return { ...form, busy };
}

function Page({ busy }: { busy: boolean }) {
  const form = useDish(busy);
  return (
    <EditForm form={form} className="stack">
      <TextField {...form.at('name')} />
    </EditForm>
  );
}

function InDialog({ busy }: { busy: boolean }) {
  const form = useDish(busy);
  return (
    <EditDialog form={form} className="stack" title="Edit" cancel="Cancel" save="Save" onClose={() => undefined}>
      <TextField {...form.at('name')} />
    </EditDialog>
  );
}

test('a form that is being saved accepts no typing that would be lost', () => {
  expect(renderToStaticMarkup(<Page busy={false} />)).not.toContain('inert');
  expect(renderToStaticMarkup(<Page busy />)).toMatch(/<form[^>]* inert=""/);
});

test('a dialog that is being saved accepts no typing and cannot be closed', () => {
  const open = renderToStaticMarkup(<InDialog busy={false} />);
  const saving = renderToStaticMarkup(<InDialog busy />);
  expect(open).toContain('aria-label="Close"');
  expect(saving).toMatch(/<form[^>]* inert=""/);
  expect(saving).not.toContain('aria-label="Close"');
  expect(saving).toMatch(/<button[^>]*disabled=""[^>]*>(?:<span[^>]*>)?Cancel/);
});
