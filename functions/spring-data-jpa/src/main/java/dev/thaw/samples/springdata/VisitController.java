package dev.thaw.samples.springdata;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class VisitController {
  record Count(String pet, long visits) {}

  private final Visits visits;

  VisitController(Visits visits) {
    this.visits = visits;
  }

  @GetMapping("/visits/{pet}")
  public Count count(@PathVariable String pet) {
    return new Count(pet, visits.countByPet(pet));
  }
}
