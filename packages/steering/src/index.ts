// What a person does with runs and their tasks while agents are at them, and after: writes to an agent, takes its task
// over, hands it back, follows up, cancels. Nothing here starts or ends an agent: that is the loop's, which finds what was
// said in the database. It refuses agents, and to touch what is being merged.
export { createSteeringModule, type SteeringModule } from './steering.module.ts';
