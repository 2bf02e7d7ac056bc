/** The five questions of the blog page (spec §2), answered. A paragraph is text; a code sample stands in an object. */
export interface Answer {
  question: string;
  paragraphs: (string | { code: string })[];
}

export const answers: Answer[] = [
  {
    question: 'How will you improve the performance of a React application?',
    paragraphs: [
      'Measure first. The profiler of the React developer tools shows which components render and why; the network panel shows what the visitor waits for. Most slow applications send too much script or render too much at once, and no clever hook makes up for that.',
      'Send less: render on the server, split the script by route, load pictures in the size they are shown in, and look at what each new package weighs before it is added. Render less: keep state next to the component that needs it, give list rows stable keys, and show only the part of a long list that is in view. Put memo, useMemo and useCallback where the profiler has shown a gain, not everywhere.',
      {
        code: 'const [isPending, startTransition] = useTransition();\n\nfunction search(text: string) {\n  setText(text); // at once, so that typing stays quick\n  startTransition(() => setFilter(text)); // the long list may follow\n}',
      },
      'Wait less: fetch what the next page needs when the pointer rests on its link, keep what was fetched, and start requests together instead of one after the other. Then measure again, on a middling phone and not on the machine it was written on, and keep the figure in a test, so that it does not creep back.',
    ],
  },
  {
    question: 'What are the different ways to manage state in a React application?',
    paragraphs: [
      'Ask first whose state it is; the tool follows from the answer.',
      'Local state, with useState or useReducer, is for what one component and its children need: a field, an open menu. Where two neighbours share it, lift it to their parent. Context is for what the whole tree reads and rarely changes, such as the theme, the language or who is signed in; everything that reads a context renders again when it changes, so it is a poor place for what changes with each key.',
      'Server state is somebody else’s truth, kept for a while. A query library fetches it, caches it, retries and refreshes it; copying it into a store by hand only makes it old.',
      {
        code: "const { data: tools } = useQuery({\n  queryKey: ['tools', category],\n  queryFn: () => fetchTools(category),\n});",
      },
      'State in the address is what should survive a reload and a shared link: the search, the filter, the page. Form state belongs to the form until it is sent.',
      'A store such as Redux Toolkit or Zustand is for client state that many distant parts change by rules of their own: an editor’s document, a drawing, a game. Few applications have much of it once the other kinds are in their places.',
    ],
  },
  {
    question: 'How does prototypal inheritance work?',
    paragraphs: [
      'Every JavaScript object has a hidden link to another object, its prototype. When a property is read and the object does not have it, the engine looks in the prototype, then in the prototype’s prototype, until it finds it or the chain ends in null. Writing does not climb: it goes to the object itself and hides what stands further up.',
      {
        code: "const tool = {\n  describe() {\n    return `${this.name}, ${this.grams} g`;\n  },\n};\n\nconst hammer = Object.create(tool);\nhammer.name = 'Claw hammer';\nhammer.grams = 450;\n\nhammer.describe(); // 'Claw hammer, 450 g': found in tool, run on hammer\nObject.getPrototypeOf(hammer) === tool; // true",
      },
      'Note what this is: the object on which the method was called, not the one in which it was found. That is why one function can serve a thousand objects.',
      'class says the same in other words. Methods live on the class’s prototype object, once, shared by all instances; new makes an object that is linked to it; extends links one prototype to another, and super reads one step up the chain.',
      'Because the link is live, a method added to a prototype later is there for objects made earlier. That is also why one does not add to Array.prototype: every array in the program would have it, those of other people’s code too.',
    ],
  },
  {
    question: 'What is a unit test? Why should we write unit tests?',
    paragraphs: [
      'A unit test runs one small piece of a program alone, with inputs chosen by the author, and checks what comes out: that 3 pieces at 1.10 cost 3.30, that an order for more than the stock is refused.',
      {
        code: "it('suggests the minimum where less was typed', () => {\n  const bounds = { minOrderQuantity: 24, availableQuantity: 4800 };\n  expect(nearestQuantity(7, bounds)).toBe(24);\n});",
      },
      'It finds a mistake in milliseconds, says where it is, and goes on saying so for as long as the program lives. That makes change cheap: one can rewrite the inside of a function on a Friday and know within a second whether the outside still holds. It is also the one description of the code that cannot grow old, since it fails when it does.',
      'Code that is easy to test tends to be easier to read, too. It takes what it needs as arguments, it does one thing, and it leaves the clock, the network and the disk to its caller.',
      'Unit tests do not show that the pieces fit together. A few tests through the real browser and the real database do; they are slower, so they walk the main paths, while unit tests try the corners: nothing, one, the last one, one too many.',
    ],
  },
  {
    question:
      'You have an array of products. Each has a name, a price and a description. How will you find a product by name?',
    paragraphs: [
      'find answers the first product that fits, or undefined; filter answers all of them, in an array that may be empty. Decide first what counts as the same name: people type in small letters and leave spaces at the ends.',
      {
        code: "const plain = (text: string) => text.trim().toLowerCase();\nconst wanted = plain(' Claw hammer');\n\nconst exact = products.find(({ name }) => plain(name) === wanted);\nconst alike = products.filter(({ name }) => plain(name).includes(wanted));\n\nif (!exact) console.log(`no such product, but ${alike.length} like it`);",
      },
      'The type says product or undefined, so the case in which nothing is found has to be handled before the product can be used. That is a favour: it is the case one forgets.',
      'Both walk the whole array, which is no trouble for some thousand products. Where one searches often, a Map from plain name to product, built once, answers at once:',
      {
        code: 'const byName = new Map(products.map((product) => [plain(product.name), product]));\nbyName.get(wanted);',
      },
      'Where one searches for parts of words, or forgives a wrong letter, among a hundred thousand, the array should not be in the browser at all: an index in the database finds them, and the page asks for the first few.',
    ],
  },
];
