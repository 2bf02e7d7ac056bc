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
      'Send less: render on the server, split the script by route, load pictures in the size they are shown in. Render less: keep state next to the component that needs it, give list rows stable keys, show long lists in windows, and put memo, useMemo and useCallback where the profiler has shown a gain, not everywhere.',
      'Wait less: fetch what the next page needs when the pointer rests on its link, keep what was fetched, and mark updates that may wait with useTransition so that typing stays quick.',
    ],
  },
  {
    question: 'What are the different ways to manage state in a React application?',
    paragraphs: [
      'Local state, with useState or useReducer, for what one component and its children need: a field, an open menu. Lifted state where two neighbours share it. Context for what the whole tree reads and rarely changes: the theme, the language, who is signed in.',
      'Server state is somebody else’s truth kept for a while. A query library fetches, caches, retries and refreshes it; copying it into a store by hand only makes it old. URL state is what should survive a reload and a shared link: the search, the filter, the page.',
      'A store such as Redux Toolkit or Zustand is for client state that many distant parts change by rules of their own. Few applications have much of it once the other four are in their places.',
    ],
  },
  {
    question: 'How does prototypical inheritance work?',
    paragraphs: [
      'Every JavaScript object has a hidden link to another object, its prototype. When a property is read and the object does not have it, the engine looks in the prototype, then in the prototype’s prototype, until it finds it or the chain ends in null. Writing goes to the object itself.',
      {
        code: "const tool = { pack: () => 'packed' };\nconst hammer = Object.create(tool);\nhammer.pack(); // 'packed', found in the prototype",
      },
      'class is the same thing in other words: methods live on the class’s prototype object, shared by all instances, and extends links one prototype to another.',
    ],
  },
  {
    question: 'What is a unit test? Why should we write unit tests?',
    paragraphs: [
      'A unit test runs one small piece of a program alone, with inputs chosen by the author, and checks what comes out: that 3 pieces at $1.10 cost $3.30, that an order for more than the stock is refused.',
      'It finds a mistake in seconds, says where it is, and goes on saying so for as long as the program lives. That makes change cheap. Code that is easy to test is also easier to read: it takes what it needs as arguments, and it does one thing.',
      'Unit tests do not show that the pieces fit together. A few tests through the real browser and the real database do.',
    ],
  },
  {
    question:
      'You have an array of products. Each has a name, a price and a description. How will you find a product by name?',
    paragraphs: [
      'find answers the first product that fits, or undefined; filter answers all of them.',
      {
        code: "const wanted = 'claw hammer';\nconst exact = products.find(({ name }) => name.toLowerCase() === wanted);\nconst alike = products.filter(({ name }) => name.toLowerCase().includes(wanted));",
      },
      'Both walk the whole array. Where one searches often, a Map from name to product, built once, answers at once; where one searches for parts of words among many thousands, an index in the database does.',
    ],
  },
];
