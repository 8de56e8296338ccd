import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url)
  .resolve('schema-dts')
  .replace(/\.js$/, '.d.ts');
const text = readFileSync(file, 'utf8');
const types = new Map(
  Array.from(
    text.matchAll(/interface (\w+)(?: extends ([^{]+))? \{([\s\S]*?)\n\}/g),
    ([, name = '', bases = '', body = '']) => [
      name,
      {
        bases: bases.split(/, /).map((base) => base.trim()),
        properties: new Map(
          Array.from(
            body.matchAll(/^ {4}"(\w+)"\??: SchemaValue<(.*), "\w+">;$/gm),
            ([, property = '', range = '']) => [property, range.split(' | ')],
          ),
        ),
      },
    ],
  ),
);

/** What Google requires and recommends for a restaurant, its menu and its actions. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  Restaurant: [
    '@id',
    'name',
    'address',
    'geo',
    'url',
    'telephone',
    'image',
    'priceRange',
    'servesCuisine',
    'menu',
    'hasMenu',
    'acceptsReservations',
    'openingHoursSpecification',
    'specialOpeningHoursSpecification',
    'potentialAction',
  ],
  PostalAddress: ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'],
  GeoCoordinates: ['latitude', 'longitude'],
  OpeningHoursSpecification: ['opens', 'closes'],
  OrderAction: ['target', 'deliveryMethod'],
  ReserveAction: ['target', 'result'],
  EntryPoint: ['urlTemplate', 'actionPlatform'],
  Menu: ['name', 'url', 'hasMenuSection'],
  MenuSection: ['name', 'hasMenuItem'],
  MenuItem: ['name', 'description', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
};

function ancestorsOf(type: string): string[] {
  const { bases = [] } = types.get(type) ?? {};
  return [type, ...bases.flatMap(ancestorsOf)];
}

/** What is wrong with structured data by the vocabulary of schema.org, and what a search engine misses. */
export function schemaOrgProblems(value: unknown, range: readonly string[] = [], at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => schemaOrgProblems(each, range, at));
  if (typeof value === 'string' && value.startsWith('https://schema.org/') && !value.endsWith('.org'))
    return text.includes(`"${value}"`) ? [] : [`${at}: ${value} does not exist`];
  if (typeof value !== 'object' || value === null) return [];
  const node = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  const type = String(node['@type']);
  const ancestors = ancestorsOf(`${type}Leaf`);
  if (!types.has(`${type}Leaf`)) return [`${at}: ${type} does not exist`];
  const isExpected = range.length === 0 || ancestors.some((name) => range.includes(name.replace(/Base$|Leaf$/, '')));
  return [
    ...(isExpected ? [] : [`${at}: ${type} is not expected`]),
    ...(EXPECTED[type] ?? []).filter((name) => !(name in node)).map((name) => `${type}: ${name} is missing`),
    ...Object.entries(node).flatMap(([name, child]) => {
      if (name.startsWith('@')) return [];
      const found = ancestors.map((each) => types.get(each)?.properties.get(name)).find((each) => each !== undefined);
      return found ? schemaOrgProblems(child, found, `${type}.${name}`) : [`${type}: ${name} does not exist`];
    }),
  ];
}
