import { Printer } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { shortAllergenName } from '@tiffin/domain/menu';
import { paths } from '../../paths.ts';
import type { Location } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import type { AllergenChart } from './allergen-chart.ts';
import styles from './allergens-page.module.css';

/** The allergens of all dishes of a location as tables, to be read or printed. `at` is when they were read. */
export function AllergensPage({ location, chart, at }: { location: Location; chart: AllergenChart; at: string }) {
  const { categories, found, notFound } = chart;
  return (
    <article className={`wrap stack gap-16 above-16 below-16 ${styles.page}`}>
      <div className="row flex-wrap gap-16 not-on-paper">
        <TextLink href={paths.menu(location.id)}>{say`Menu`}</TextLink>
        <Button look="quiet" size="sm" onClick={() => print()}>
          <Printer />
          {say`Print`}
        </Button>
      </div>
      <h1>{say`Allergens, ${location.name}`}</h1>
      <p>
        {say`As of ${formatTime(at, 'date', location.timeZone)}. ● means that the dish contains it. Dishes can be in contact with other food in our kitchen, so tell us about an allergy when you order.`}
      </p>
      {categories.map(({ id, name, rows }) => (
        <table key={id} className={`text-sm ${styles.chart}`}>
          <caption className="text-lg text-left weight-600">{name}</caption>
          <thead>
            <tr>
              <th scope="col">{say`Dish`}</th>
              {found.map((allergen) => (
                <th key={allergen} scope="col">
                  <span>{shortAllergenName(allergen)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.isOption ? `+ ${row.name}` : row.name}</th>
                {row.allergens === null ? (
                  <td colSpan={Math.max(1, found.length)}>{say`Ask us about allergens`}</td>
                ) : (
                  found.map((allergen) => (
                    <td key={allergen}>
                      {row.allergens?.includes(allergen) && (
                        <span role="img" aria-label={say`Contains`}>
                          {'●'}
                        </span>
                      )}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {notFound.length > 0 && <p>{say`No dish is marked with: ${notFound.map(shortAllergenName).join(', ')}.`}</p>}
    </article>
  );
}
