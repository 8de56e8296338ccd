/** First and last names that go together, as common in Pictou and Colchester counties. */
interface NameOrigin {
  readonly weight: number;
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const list = (names: string): readonly string[] => names.split(' ');

export const NAME_ORIGINS: readonly NameOrigin[] = [
  {
    weight: 40,
    first: list(
      'James Emily Connor Sarah Duncan Heather Ewan Megan Angus Fiona Callum Isla Rory Morag Neil Catriona Ryan Laura Scott Kelsey Craig Shannon Brodie Ainsley Gordon Janet Tyler Brittany Owen Hannah',
    ),
    last: list(
      'MacDonald MacLeod MacKay Fraser Cameron Campbell MacLean Sutherland Murray Grant Chisholm MacKenzie MacGillivray Stewart MacIntosh Henderson Ross Munro Gunn Matheson MacPherson Ferguson',
    ),
  },
  {
    weight: 16,
    first: list(
      'Thomas Olivia William Grace Henry Abigail Jack Charlotte Daniel Alice Peter Rachel Robert Anne Mark Julia',
    ),
    last: list(
      'Archibald Creelman Taylor Wilson Hughes Clark Weatherby Johnson Crowe Dickson Fulton Blair Sullivan Brown',
    ),
  },
  {
    weight: 9,
    first: list('Luc Josée Marcel Chantal Denis Monique Gilles Sylvie André Nicole Rémi Claire Yvon Mireille'),
    last: list('LeBlanc Boudreau Comeau Thériault Gallant Samson Landry Cormier Doucet Robichaud Surette Poirier'),
  },
  {
    weight: 14,
    first: list(
      'Aarav Priya Rohan Ananya Vikram Neha Karan Divya Arjun Pooja Harpreet Simran Gurpreet Jasleen Sanjay Meera Nikhil Kavya Suresh Lakshmi Farhan Ayesha Thomas Anjali',
    ),
    last: list(
      'Patel Sharma Singh Kaur Gill Nair Menon Iyer Reddy Gupta Mehta Desai Das Banerjee Khan Varghese Joshi Rao',
    ),
  },
  {
    weight: 5,
    first: list('Maria Jose Angelica Mark Grace Paolo Jasmine Rico Liza Carlo Joy Ramon'),
    last: list('Santos Reyes Cruz Bautista Garcia Mendoza Ramos Flores Villanueva Aquino'),
  },
  {
    weight: 4,
    first: list('Wei Li Ming Jing Hao Mei Chen Yan Kevin Amy Lei Xin'),
    last: list('Wang Li Zhang Chen Liu Yang Huang Zhao Wu Zhou Lin'),
  },
  {
    weight: 4,
    first: list('Omar Layla Karim Nour Elias Rania Georges Hala Sami Maya Tarek Dina'),
    last: list('Haddad Khoury Mansour Saleh Nasser Fakhoury Aziz Salib Farah Hamdan'),
  },
  {
    weight: 4,
    first: list('Chinedu Amara Tunde Ngozi Kwame Abena Emeka Zainab Femi Adaeze Kofi Esi'),
    last: list('Okafor Adeyemi Mensah Eze Okonkwo Boateng Balogun Owusu Nwosu Asante'),
  },
  {
    weight: 4,
    first: list('Olena Andriy Iryna Dmytro Kateryna Taras Oksana Mykola Yulia Bohdan'),
    last: list('Shevchenko Kovalenko Bondarenko Tkachenko Melnyk Kravchuk Savchenko Moroz'),
  },
];

/** Streets within delivery distance of Truro Heights. */
export const TRURO_STREETS: readonly string[] = [
  'Prince Street, Truro',
  'Willow Street, Truro',
  'Queen Street, Truro',
  'Robie Street, Truro',
  'Young Street, Truro',
  'Arthur Street, Truro',
  'Pictou Road, Bible Hill',
  'Main Street, Bible Hill',
  'College Road, Bible Hill',
  'Truro Heights Road, Truro Heights',
  'Lower Truro Road, Lower Truro',
  'Salmon River Road, Salmon River',
  'Brookside Road, Brookside',
  'Harmony Road, Harmony',
];
