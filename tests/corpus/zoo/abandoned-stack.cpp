#include <csignal>
#include <cstdlib>
#include <stdexcept>

struct Thrower {
  ~Thrower() noexcept(false) { throw std::runtime_error("from a destructor"); }
};

static void handler(int) { throw std::logic_error("from a handler"); }

int main() {
  stack_t stack{};
  stack.ss_size = 1 << 16;
  stack.ss_sp = std::malloc(stack.ss_size);
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
  Thrower thrower;
  throw std::runtime_error("first");
}
